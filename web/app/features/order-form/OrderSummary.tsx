import { formatMoney, type Minor } from '@larek/shared/money.ts'
import { PaperCard, PaperRow, PaperTotal } from '~/components/PaperCard.tsx'
import { useMarket } from '~/lib/market.ts'
import { m } from '~/paraglide/messages.js'
import type { OrderTotals } from './orderSummary.ts'

interface OrderSummaryProps {
	totals: OrderTotals
	/** The game. */
	aside: string
	/** Whose account. */
	subtitle?: string
	/** Kopecks that reach a Steam wallet. */
	wallet?: Minor
	/** The code that takes something off. */
	promoCode: string
	/** The least to be paid when every way to pay takes a fee. */
	withFee?: string
}

/** The receipt as it will be, line by line while the buyer chooses. */
export function OrderSummary({ totals, aside, subtitle, wallet, promoCode, withFee }: OrderSummaryProps) {
	const { code } = useMarket().currency
	const show = (sum: Minor) => formatMoney(sum, code, { exact: true })
	return (
		<PaperCard title={m['order_form.receipt']()} aside={aside} subtitle={subtitle}>
			{totals.rows.length === 0 && <PaperRow tone="soft">{m['order_form.receipt_empty']()}</PaperRow>}
			{totals.rows.map(({ id, title, quantity, sum }) => (
				<PaperRow key={id} value={show(sum)}>
					{/* The amount is never alone on a line. */}
					{quantity > 1 ? `${title} ×\u00a0${quantity}` : title}
				</PaperRow>
			))}
			{totals.discount > 0 && (
				<PaperRow tone="good" value={show(-totals.discount)}>
					{m['order_form.receipt_discount']()}
				</PaperRow>
			)}
			{totals.promo > 0 && (
				<PaperRow tone="good" value={show(-totals.promo)}>
					{m['order_form.receipt_promo']({ code: promoCode })}
				</PaperRow>
			)}
			{wallet !== undefined && (
				<PaperRow tone="good" value={formatMoney(wallet, 'RUB', { exact: true })}>
					{m['order_form.wallet_row']()}
				</PaperRow>
			)}
			<PaperTotal value={show(totals.total)}>{m['order_form.receipt_total']()}</PaperTotal>
			{withFee && (
				<PaperRow tone="soft" value={m['price.from']({ price: withFee })}>
					{m['order_form.receipt_fee']()}
				</PaperRow>
			)}
			{code !== 'RUB' && totals.rubles > 0 && (
				<PaperRow tone="soft" value={formatMoney(totals.rubles, 'RUB', { exact: true })}>
					{m['order_form.receipt_rubles']()}
				</PaperRow>
			)}
		</PaperCard>
	)
}
