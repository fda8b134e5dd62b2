import { Button } from '~/components/Button.tsx'
import { Receipt, ReceiptRow, ReceiptTotal } from '~/components/Receipt.tsx'
import { useMarket } from '~/features/market/market.ts'
import { notify } from '~/features/notice/notices.ts'
import { formatDiscount } from '~/lib/money.ts'
import { sums } from '~/lib/sums.ts'
import { m } from '~/paraglide/messages.js'
import type { GiftData } from './detail.server.ts'
import { regionName, typeName } from './names.ts'

const buy = () => notify('warning', m['gift_page.soon']())

export function GiftReceipt({ gift }: { gift: GiftData }) {
	const { full, discount, total } = sums(gift, useMarket().currency)
	return (
		<div>
			<Receipt
				title={m['gift_page.receipt']()}
				aside={typeName(gift.type)}
				subtitle={m['gift_page.receipt_region']({ region: regionName(gift.region) })}
			>
				<ReceiptRow value={full}>{gift.title}</ReceiptRow>
				{discount && (
					<ReceiptRow tone="good" value={discount}>
						{m['gift_page.receipt_discount']({ percent: formatDiscount(gift.discountPercent).slice(1) })}
					</ReceiptRow>
				)}
				<ReceiptTotal value={total}>{m['gift_page.total']()}</ReceiptTotal>
				<p className="mt-2 text-sm text-ink-soft">{m['gift_page.fee']()}</p>
			</Receipt>
			{/* On a phone the bar below has it. */}
			<div className="mt-4 hidden md:block">
				<Button look="lamp" wide onClick={buy}>
					{m['gift_page.buy']()}
				</Button>
			</div>
			<noscript>
				<p className="mt-3 text-center text-sm">{m['gift_page.soon']()}</p>
			</noscript>
			<p className="mt-3 text-center text-sm text-muted">{m['gift_page.refund']()}</p>
		</div>
	)
}

/** Under a thumb on a phone, over the shop's own bar: the sum, the region and the one button. */
export function BuyBar({ gift }: { gift: GiftData }) {
	const { total } = sums(gift, useMarket().currency)
	return (
		<div className="fixed inset-x-0 bottom-0 z-50 flex items-center gap-4 border-t border-line bg-dusk px-4 pt-2.5 pb-[calc(10px+env(safe-area-inset-bottom))] md:hidden">
			<p className="min-w-0 flex-1">
				<span className="block truncate text-xs text-muted">{regionName(gift.region)}</span>
				<b className="text-lg whitespace-nowrap">{total}</b>
			</p>
			<Button look="lamp" onClick={buy} className="shrink-0">
				{m['gift_page.buy']()}
			</Button>
		</div>
	)
}
