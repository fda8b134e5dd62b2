import { formatDiscount, formatMoney, type Minor, rubles } from '@larek/shared/money.ts'
import { PaperCard, PaperRow, PaperTotal } from '~/components/PaperCard.tsx'
import { activation } from '~/entities/catalog/giftNames.ts'
import type { OrderView } from '~/entities/order/orderView.ts'
import { walletText, whereTo } from '~/entities/order/receiptTexts.ts'
import { splitTotal } from '~/entities/order/splitTotal.ts'
import { type Charge, feeText } from '~/lib/charge.ts'
import { m } from '~/paraglide/messages.js'
import type { Method } from './methods.ts'
import { PromoOff } from './PromoForm.tsx'

interface SummaryProps {
	order: OrderView
	promo: { code: string; percent: number } | null
	/** The method chosen and what it charges. */
	method?: Method
	charge?: Charge
}

/** The goods, the discount, the fee and the one number the buyer is charged, all in the currency of the charge. */
export function PaymentSummary({ order, promo, method, charge }: SummaryProps) {
	const where = whereTo(order, order.region && activation(order.region))
	const discount = order.total - order.toPay
	const currency = method?.currency ?? rubles
	const total = charge?.amount ?? order.toPay
	const sums = splitTotal([...order.lines.map(({ sum }) => sum), -discount, charge?.fee ?? 0], total, currency)
	const show = (sum: Minor | undefined) => formatMoney(sum ?? 0, currency.code, { exact: true })
	const [off, fee] = sums.slice(order.lines.length)
	return (
		<PaperCard title={m['pay_page.receipt']()} aside={order.goods.title} subtitle={where || undefined}>
			{order.lines.map(({ id, title, quantity }, at) => (
				<PaperRow key={id} value={show(sums[at])}>
					{quantity > 1 ? `${title} ×\u00a0${quantity}` : title}
				</PaperRow>
			))}
			{order.wallet !== null && <PaperRow tone="soft">{walletText(order)}</PaperRow>}
			{discount > 0 && (
				<PaperRow tone="good" value={show(off)}>
					{promo ? m['pay_page.promo_row']({ code: promo.code }) : m['pay_page.discount_row']()}
					{promo && <span className="text-ink-mint"> {formatDiscount(promo.percent)}</span>}
					{promo && <PromoOff />}
				</PaperRow>
			)}
			{method && charge && (
				<PaperRow tone="soft" value={show(fee)}>
					{m['pay_page.fee_row']({ fee: feeText(method, currency) })}
				</PaperRow>
			)}
			<PaperTotal value={show(total)}>{m['pay_page.total']()}</PaperTotal>
		</PaperCard>
	)
}
