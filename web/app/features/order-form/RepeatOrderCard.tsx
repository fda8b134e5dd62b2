import { RotateCcw, X } from 'lucide-react'
import { useState } from 'react'
import { notify } from '~/components/toast/toasts.ts'
import { clearGame, putAside } from '~/entities/cart/cartStore.ts'
import type { Draft } from '~/entities/order/draft.ts'
import { formatMoney } from '~/lib/money.ts'
import { useZone } from '~/lib/now.ts'
import { isDayBefore } from '~/lib/time.ts'
import { m } from '~/paraglide/messages.js'
import { hideSlip, isSlipHidden } from './repeatOrderDismissal.ts'
import type { RecentOrder } from './useLastOrder.ts'

interface LastSlipProps {
	order: RecentOrder
	/** Types into the fields of the form. */
	onFill: (draft: Draft) => void
}

/** A slip of the last receipt in the corner: the same once more, in one tap. */
export default function LastSlip({ order, onFill }: LastSlipProps) {
	const { gameId, amounts, draft } = order.again
	const [hidden, setHidden] = useState(() => isSlipHidden(gameId))
	const zone = useZone()
	if (hidden) return null
	const isYesterday = isDayBefore(new Date(order.at), new Date(), zone)
	function hide() {
		hideSlip(gameId)
		setHidden(true)
	}
	function use() {
		clearGame(gameId)
		// What is not on the shelf any more is left out by the form; a Steam sum is a field, not a pack.
		if (draft.steamAmount === undefined) {
			for (const [id, amount] of Object.entries(amounts)) putAside(gameId, Number(id), amount)
		}
		onFill(draft)
		hide()
		notify('success', m['last_order.filled']())
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
				<button
					type="button"
					onClick={hide}
					aria-label={m['last_order.close']()}
					className="-mt-2.5 -mr-2.5 grid size-11 place-items-center rounded-control text-ink-soft hover:text-ink"
				>
					<X size={20} aria-hidden="true" />
				</button>
				<p className="col-span-2 flex justify-between gap-4 text-sm">
					<span className="min-w-0">
						{order.lines.join(', ')}
						{order.account && <span className="block truncate text-ink-soft">{order.account}</span>}
					</span>
					<b className="whitespace-nowrap">{formatMoney(order.total)}</b>
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
