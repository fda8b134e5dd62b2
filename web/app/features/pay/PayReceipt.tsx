import { Receipt, ReceiptRow, ReceiptTotal } from '~/components/Receipt.tsx'
import { whereTo } from '~/entities/order/orderLabels.ts'
import type { OrderView } from '~/entities/order/orderView.ts'
import { currencySign, formatDiscount, formatMoney, type Minor } from '~/lib/money.ts'
import { m } from '~/paraglide/messages.js'
import { type Charge, feeWords, showPercent } from './charge.ts'
import type { Method } from './methods.ts'
import { PromoOff } from './PromoForm.tsx'

interface PayReceiptProps {
	order: OrderView
	promo: { code: string; percent: number } | null
	/** The method chosen and what it charges. */
	method?: Method
	charge?: Charge
}

const rub = (sum: Minor) => formatMoney(sum, 'RUB', { exact: true })

/** The goods in rubles, and at the end the one number the buyer is charged. */
export function PayReceipt({ order, promo, method, charge }: PayReceiptProps) {
	const discount = order.total - order.toPay
	const isForeign = charge !== undefined && charge.code !== 'RUB'
	return (
		<Receipt title={m['pay_page.receipt']()} aside={order.goods.title} subtitle={whereTo(order) || undefined}>
			{order.lines.map(({ id, title, quantity, sum }) => (
				<ReceiptRow key={id} value={rub(sum)}>
					{quantity > 1 ? `${title} ×\u00a0${quantity}` : title}
				</ReceiptRow>
			))}
			{discount > 0 && (
				<ReceiptRow tone="good" value={rub(-discount)}>
					{promo ? m['pay_page.promo_row']({ code: promo.code }) : m['pay_page.discount_row']()}
					{promo && <span className="text-ink-mint"> {formatDiscount(promo.percent)}</span>}
					{promo && <PromoOff />}
				</ReceiptRow>
			)}
			{method && charge && (
				<ReceiptRow tone="soft" value={rub(charge.fee)}>
					{m['pay_page.fee_row']({ fee: feeWords(method) })}
				</ReceiptRow>
			)}
			{isForeign && method && (
				<>
					<ReceiptRow tone="soft" value={rub(charge.rubles)}>
						{m['pay_page.rubles_row']()}
					</ReceiptRow>
					<ReceiptRow
						tone="soft"
						value={m['pay_page.rate']({ sign: currencySign(charge.code), rate: showPercent(method.currency.rate) })}
					>
						{m['pay_page.rate_row']()}
					</ReceiptRow>
				</>
			)}
			<ReceiptTotal value={charge ? formatMoney(charge.amount, charge.code, { exact: true }) : rub(order.toPay)}>
				{m['pay_page.total']()}
			</ReceiptTotal>
		</Receipt>
	)
}
