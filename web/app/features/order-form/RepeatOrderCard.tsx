import { useZone } from '@larek/shared/now.ts'
import { isDayBefore } from '@larek/shared/time.ts'
import { RotateCcw, X } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '~/components/IconButton.tsx'
import { showToast } from '~/components/toast/toasts.ts'
import { clearGame, setCartQuantity } from '~/entities/cart/cartStore.ts'
import type { Draft } from '~/entities/order/draft.ts'
import { shownPrice } from '~/lib/charge.ts'
import { useMarket } from '~/lib/market.ts'
import { m } from '~/paraglide/messages.js'
import type { RecentOrder } from './fetchLastOrder.ts'
import { dismissRepeatOrder, isRepeatOrderDismissed } from './repeatOrderDismissal.ts'

interface RepeatOrderProps {
	order: RecentOrder
	/** Types into the fields of the form. */
	onFill: (draft: Draft) => void
}

/** A card in the corner that repeats the last order with one tap. */
export default function RepeatOrderCard({ order, onFill }: RepeatOrderProps) {
	const { gameId, amounts, draft } = order.again
	const [hidden, setHidden] = useState(() => isRepeatOrderDismissed(gameId))
	const zone = useZone()
	const market = useMarket()
	if (hidden) return null
	const isYesterday = isDayBefore(new Date(order.at), new Date(), zone)
	function hide() {
		dismissRepeatOrder(gameId)
		setHidden(true)
	}
	function use() {
		clearGame(gameId)
		// The form leaves out what is no longer sold; a Steam sum is a field, not a pack.
		if (draft.steamAmount === undefined) {
			for (const [id, amount] of Object.entries(amounts)) setCartQuantity(gameId, Number(id), amount)
		}
		onFill(draft)
		hide()
		showToast('success', m['last_order.filled']())
	}
	return (
		<aside
			aria-label={m['last_order.label']()}
			className="slip receipt-shade fixed right-4 left-4 z-44 md:left-auto md:w-88"
		>
			<div className="receipt slip-paper grid grid-cols-[1fr_auto] gap-x-3">
				<p role="status" className="font-bold">
					{isYesterday ? m['last_order.yesterday']() : m['last_order.before']()}
				</p>
				<IconButton
					label={m['last_order.close']()}
					onClick={hide}
					className="-mt-2.5 -mr-2.5 text-ink-soft hover:text-ink"
				>
					<X size={20} aria-hidden="true" />
				</IconButton>
				<p className="col-span-2 flex justify-between gap-4 text-sm">
					<span className="min-w-0">
						{order.lines.join(', ')}
						{order.account && <span className="block truncate text-ink-soft">{order.account}</span>}
					</span>
					<b className="whitespace-nowrap">{shownPrice(order.total, market)}</b>
				</p>
				<button
					type="button"
					onClick={use}
					className="col-span-2 mt-3 inline-flex min-h-11 items-center justify-center gap-2.5 rounded-control bg-ink px-4 text-sm font-semibold text-paper"
				>
					<RotateCcw size={18} aria-hidden="true" />
					{m['last_order.use']()}
				</button>
			</div>
		</aside>
	)
}
