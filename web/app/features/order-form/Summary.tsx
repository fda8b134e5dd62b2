import { Receipt, ReceiptRow, ReceiptTotal } from '~/components/Receipt.tsx'
import { useMarket } from '~/lib/market.ts'
import { formatMoney, type Minor } from '~/lib/money.ts'
import { m } from '~/paraglide/messages.js'
import type { ReceiptSums } from './receipt.ts'

interface SummaryProps {
	sums: ReceiptSums
	/** The game. */
	aside: string
	/** Whose account. */
	subtitle?: string
	/** Kopecks that reach a Steam wallet. */
	wallet?: Minor
}

/** The receipt as it will be, line by line while the buyer chooses. */
export function Summary({ sums, aside, subtitle, wallet }: SummaryProps) {
	const { code } = useMarket().currency
	const show = (sum: Minor) => formatMoney(sum, code, { exact: true })
	return (
		<Receipt title={m['order_form.receipt']()} aside={aside} subtitle={subtitle}>
			{sums.rows.length === 0 && <ReceiptRow tone="soft">{m['order_form.receipt_empty']()}</ReceiptRow>}
			{sums.rows.map(({ id, title, quantity, sum }) => (
				<ReceiptRow key={id} value={show(sum)}>
					{/* The amount never stands alone on a line. */}
					{quantity > 1 ? `${title} ×\u00a0${quantity}` : title}
				</ReceiptRow>
			))}
			{sums.discount > 0 && (
				<ReceiptRow tone="good" value={show(-sums.discount)}>
					{m['order_form.receipt_discount']()}
				</ReceiptRow>
			)}
			{wallet !== undefined && (
				<ReceiptRow tone="good" value={formatMoney(wallet, 'RUB', { exact: true })}>
					{m['order_form.wallet_row']()}
				</ReceiptRow>
			)}
			<ReceiptTotal value={show(sums.total)}>{m['order_form.receipt_total']()}</ReceiptTotal>
			{code !== 'RUB' && sums.rubles > 0 && (
				<ReceiptRow tone="soft" value={formatMoney(sums.rubles, 'RUB', { exact: true })}>
					{m['order_form.receipt_rubles']()}
				</ReceiptRow>
			)}
		</Receipt>
	)
}
