import type { ConsoleOrder, ConsoleSum } from '@larek/api/admin/types.gen.ts'
import { dayAndTime } from '@larek/shared/time.ts'
import { methodName } from '~/api/names.ts'
import { Money } from '~/kit/Money.tsx'
import { SumCard, SumCardRow } from '~/kit/SumCard.tsx'
import { m } from '~/paraglide/messages.js'

/** The payment of an order and where its money is now. */
export function OrderReceipt({ order }: { order: ConsoleOrder }) {
	const { receipt, cost } = order
	return (
		<SumCard title={m['order.receipt']()} aside={dayAndTime(new Date(order.created))}>
			{receipt.lines.map((line) => (
				<SumCardRow key={line.id} name={`${line.title} ×\u00a0${line.quantity}`}>
					<Money sum={line.sum} />
				</SumCardRow>
			))}
			{receipt.promo && (
				<SumCardRow tone="good" name={m['order.promo']({ code: receipt.promo, percent: receipt.promoPercent })}>
					−<Money sum={receipt.discount} />
				</SumCardRow>
			)}
			{receipt.fee && (
				<SumCardRow tone="soft" name={m['order.fee']({ method: methodName(receipt.method ?? '') })}>
					<Money sum={receipt.fee} />
				</SumCardRow>
			)}
			{receipt.charge && receipt.charge.currency !== 'RUB' && (
				<SumCardRow tone="soft" name={m['order.rate']({ rate: receipt.rate ?? '' })}>
					<Money sum={receipt.charge.amount} currency={receipt.charge.currency} />
				</SumCardRow>
			)}
			<hr />
			<SumRow name={m['order.paid']()} sums={receipt.paid} isTotal />
			<SumRow name={m['order.delivered']()} sums={receipt.delivered} tone="good" />
			<SumRow name={m['order.owed']()} sums={receipt.owed} tone="bad" />
			<SumRow name={m['order.returning']()} sums={receipt.returning} tone="soft" />
			<SumRow name={m['order.returned']()} sums={receipt.returned} tone="soft" />
			{cost && <SumRow name={m['order.cost']()} sums={cost.amounts} tone="soft" />}
		</SumCard>
	)
}

interface SumRowProps {
	name: string
	sums: ConsoleSum[]
	tone?: 'good' | 'bad' | 'soft'
	isTotal?: boolean
}

/** Each currency has a line, since they cannot be added. Zero amounts are omitted, except the payment. */
function SumRow({ name, sums, tone, isTotal }: SumRowProps) {
	if (sums.length === 0 && !isTotal) return null
	return (
		<SumCardRow name={name} tone={tone} total={isTotal}>
			{sums.length === 0 && <Money sum="0.00" />}
			{sums.map(({ amount, currency }) => (
				<span key={currency} className="block">
					<Money sum={amount} currency={currency} />
				</span>
			))}
		</SumCardRow>
	)
}
