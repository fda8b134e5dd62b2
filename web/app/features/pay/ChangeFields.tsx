import { formatMoney, writeMoney } from '@larek/shared/money.ts'
import { useState } from 'react'
import { EmailField } from '~/components/EmailField.tsx'
import { Field } from '~/components/Field.tsx'
import { Select } from '~/components/Select.tsx'
import { Stepper } from '~/components/Stepper.tsx'
import { regionName } from '~/entities/catalog/giftNames.ts'
import { DetailsFields } from '~/entities/order/DetailsFields.tsx'
import type { LineView, OrderView } from '~/entities/order/orderView.ts'
import { shownPrice, showPercent } from '~/lib/charge.ts'
import { useMarket } from '~/lib/market.ts'
import { m } from '~/paraglide/messages.js'
import type { Choices } from './loadPayment.ts'
import { type ChangeErrors, lineField } from './payRequest.ts'

interface FieldsProps {
	order: OrderView
	choices: Choices
	errors: ChangeErrors
}

/** What of an unpaid order can be changed. Behind a fold, so it is loaded after the page. */
export default function ChangeFields(props: FieldsProps) {
	const { order, choices, errors } = props
	return (
		<>
			<GoodsFields {...props} />
			<DetailsFields order={order} servers={choices.servers} errors={errors} />
			<EmailField name="email" defaultValue={order.email ?? ''} error={errors.email} />
		</>
	)
}

interface GiftFieldProps {
	order: OrderView
	gifts: Choices['gifts']
	error: string | undefined
}

/** Another edition or region of the same gift. */
function GiftField({ order, gifts, error }: GiftFieldProps) {
	const current = order.lines[0]
	const market = useMarket()
	const isListed = gifts.some(({ id }) => id === current?.id)
	return (
		<Select name="gift" label={m['pay_page.change_gift']()} defaultValue={current?.id} error={error}>
			{!isListed && current && <option value={current.id}>{current.title}</option>}
			{gifts.map(({ id, title, region, price }) => (
				<option key={id} value={id}>
					{`${title} · ${regionName(region)} · ${shownPrice(price, market)}`}
				</option>
			))}
		</Select>
	)
}

function GoodsFields({ order, choices, errors }: FieldsProps) {
	if (order.kind === 'SteamOrder') return <AmountField order={order} error={errors.amount} />
	if (order.kind === 'RokkyOrder') return <GiftField order={order} gifts={choices.gifts} error={errors.gift} />
	return order.lines.map((line) => <LineField key={line.id} line={line} error={errors[lineField(line.id)]} />)
}

/** The sum to pay, with the sum that arrives in the wallet. */
function AmountField({ order: { total, wallet }, error }: { order: OrderView; error: string | undefined }) {
	const [text, setText] = useState(writeMoney(total).replace(/\.00$/, '').replace('.', ','))
	// In tenths of a percent, as the order was priced.
	const commission = wallet === null ? 0 : Math.round(((total - wallet) * 1000) / total)
	const sum = Math.round(Number(text.replace(/[\s₽]/g, '').replace(',', '.')) * 100)
	const arrives = Math.floor((sum * (1000 - commission)) / 1000)
	return (
		<Field
			name="amount"
			label={m['pay_page.change_amount']({ percent: showPercent((commission / 10).toFixed(1)) })}
			hint={arrives > 0 ? m['order_page.wallet']({ sum: formatMoney(arrives, 'RUB', { exact: true }) }) : undefined}
			value={text}
			onChange={(event) => setText(event.target.value)}
			error={error}
			inputMode="decimal"
			autoComplete="off"
			maxLength={12}
			required
		/>
	)
}

function LineField({ line, error }: { line: LineView; error: string | undefined }) {
	const [quantity, setQuantity] = useState(line.quantity)
	return (
		<div className="grid grid-cols-[minmax(0,1fr)_160px] items-center gap-x-3 gap-y-1">
			<span className="text-sm">{line.title}</span>
			<Stepper
				label={line.title}
				name={lineField(line.id)}
				value={quantity}
				min={line.min}
				max={line.max}
				onChange={setQuantity}
			/>
			{error && (
				<p role="alert" className="col-span-2 text-sm text-coral">
					{error}
				</p>
			)}
		</div>
	)
}
