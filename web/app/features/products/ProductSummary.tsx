import { formatDiscount } from '@larek/shared/money.ts'
import { ButtonLink } from '~/components/Button.tsx'
import { PaperCard, PaperRow, PaperTotal } from '~/components/PaperCard.tsx'
import { useMarket } from '~/lib/market.ts'
import { orderProductPath } from '~/lib/paths.ts'
import { priceTotals } from '~/lib/priceTotals.ts'
import { m } from '~/paraglide/messages.js'
import type { ProductData } from './load.server.ts'

/** The price of one pack; how many and for whom is decided on the page of the game. */
export function ProductSummary({ pack }: { pack: ProductData }) {
	const { full, discount, fee, total } = priceTotals(pack, useMarket())
	return (
		<div>
			<PaperCard title={m['packs.receipt']()} aside={pack.gameTitle} subtitle={m['packs.receipt_each']()}>
				<PaperRow value={full}>{pack.title}</PaperRow>
				{discount && (
					<PaperRow tone="good" value={discount}>
						{m['gift_page.receipt_discount']({ percent: formatDiscount(pack.discountPercent).slice(1) })}
					</PaperRow>
				)}
				{fee && (
					<PaperRow tone="soft" value={fee.sum}>
						{m['pay_page.fee_row']({ fee: fee.terms })}
					</PaperRow>
				)}
				<PaperTotal value={total}>{m['packs.total']()}</PaperTotal>
			</PaperCard>
			<ButtonLink
				look={pack.isActive ? 'lamp' : undefined}
				wide
				to={orderProductPath(pack.gameId, pack.id)}
				prefetch="intent"
				className="mt-4"
			>
				{m['packs.order']()}
			</ButtonLink>
			<p className="mt-3 text-center text-sm text-muted">
				{pack.isActive ? m['packs.order_note']() : m['packs.closed_note']()}
			</p>
		</div>
	)
}
