import { useEffect, useState } from 'react'
import type { OrderView } from '~/entities/order/orderView.ts'
import { dropStarted, isOver, keepStarted, readStarted, type Started, webAddress } from './paymentSession.ts'

interface Kept extends Started {
	/** How many things had happened to the order by then: what ends the payment comes after. */
	since: number
	isFresh: boolean
}

/** The payment going on in this tab: begun here, sent without scripts, or kept over a reload. */
export function useStarted(order: OrderView, sent: Started | undefined) {
	const { hash, timeline } = order
	const since = timeline.length
	const [kept, setKept] = useState<Kept | null>(sent ? { ...sent, since, isFresh: false } : null)
	/** The payment the buyer has turned away from. */
	const [left, setLeft] = useState<number>()

	// biome-ignore lint/correctness/useExhaustiveDependencies: what was kept is looked for once, when the page comes alive
	useEffect(() => {
		const found = readStarted(order, Date.now())
		if (found && !kept) setKept({ ...found, since, isFresh: false })
	}, [hash])

	const started = kept && !isOver(order, kept) ? kept : null
	return {
		started,
		isFresh: started?.isFresh ?? false,
		left,
		begin(fresh: Started) {
			keepStarted(hash, fresh)
			setKept({ ...fresh, since, isFresh: true })
			const { scenario } = fresh
			const isElsewhere = scenario.type === 'redirect' || scenario.type === 'p2p_redirect'
			const url = isElsewhere && webAddress(scenario.url)
			if (url) location.assign(url)
		},
		leave(paymentId: number | undefined) {
			dropStarted(hash)
			setKept(null)
			setLeft(paymentId ?? kept?.scenario.paymentId)
		},
	}
}
