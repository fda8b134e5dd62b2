import { ButtonLink } from '~/components/Button.tsx'
import { Receipt, ReceiptRow, ReceiptTotal } from '~/components/Receipt.tsx'
import { useMarket } from '~/lib/market.ts'
import { formatDiscount } from '~/lib/money.ts'
import { sums } from '~/lib/priceTotals.ts'
import { m } from '~/paraglide/messages.js'
import type { PackData } from './load.server.ts'

/** The price of one pack; how many and for whom is decided on the page of the game. */
export function PackReceipt({ pack }: { pack: PackData }) {
	const { full, discount, total } = sums(pack, useMarket().currency)
	return (
		<div>
			<Receipt title={m['packs.receipt']()} aside={pack.gameTitle} subtitle={m['packs.receipt_each']()}>
				<ReceiptRow value={full}>{pack.title}</ReceiptRow>
				{discount && (
					<ReceiptRow tone="good" value={discount}>
						{m['gift_page.receipt_discount']({ percent: formatDiscount(pack.discountPercent).slice(1) })}
					</ReceiptRow>
				)}
				<ReceiptTotal value={total}>{m['packs.total']()}</ReceiptTotal>
			</Receipt>
			<ButtonLink look="lamp" wide to={`/ru/games/${pack.gameId}`} prefetch="intent" className="mt-4">
				{m['packs.order']()}
			</ButtonLink>
			<p className="mt-3 text-center text-sm text-muted">
				{pack.isActive ? m['packs.order_note']() : m['packs.closed_note']()}
			</p>
		</div>
	)
}
