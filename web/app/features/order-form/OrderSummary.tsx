import { type Currency, formatMoney, type Minor } from '@larek/shared/money.ts'
import { PaperCard, PaperRow, PaperTotal } from '~/components/PaperCard.tsx'
import { type Charge, feeText, type Terms } from '~/lib/charge.ts'
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
	/** Of the sums. */
	currency: Currency
	/** By the preselected way to pay; null until something is chosen. */
	charge: (Charge & { terms: Terms }) | null
}

/** The receipt as it will be, line by line while the buyer chooses. */
export function OrderSummary({ totals, aside, subtitle, wallet, promoCode, currency, charge }: OrderSummaryProps) {
	const { code } = currency
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
				// Not an addend: it is said beside the sums.
				<PaperRow tone="soft">{m['order_form.wallet']({ sum: formatMoney(wallet, 'RUB', { exact: true }) })}</PaperRow>
			)}
			{charge && charge.fee > 0 && (
				<PaperRow tone="soft" value={show(charge.amount - totals.total)}>
					{m['pay_page.fee_row']({ fee: feeText(charge.terms, currency) })}
				</PaperRow>
			)}
			<PaperTotal value={show(charge?.amount ?? totals.total)}>{m['order_form.receipt_total']()}</PaperTotal>
			{code !== 'RUB' && totals.rubles > 0 && (
				<PaperRow tone="soft" value={formatMoney(charge?.rubles ?? totals.rubles, 'RUB', { exact: true })}>
					{m['order_form.receipt_rubles']()}
				</PaperRow>
			)}
		</PaperCard>
	)
}
