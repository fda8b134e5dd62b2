import { useEffect, useState } from 'react'
import type { OrderView } from '~/entities/order/orderView.ts'
import { dropStarted, isOver, readStarted, storeStarted, webAddress } from './paymentSession.ts'
import type { PayActionResult, StartedPayment } from './payRequest.ts'

interface Answered {
	/** What the pay form was answered last. */
	result: PayActionResult | undefined
	/** Whether the answer came to this page just now, and not with the document. */
	isFresh: boolean
	/** The order is being reloaded after the response and does not have the payment yet. */
	isRefreshing: boolean
}

/** The payment going on in this tab: begun here, sent without scripts, or stored over a reload. */
export function usePaymentSession(order: OrderView, { result, isFresh, isRefreshing }: Answered) {
	const [stored, setStored] = useState<StartedPayment | null>(null)
	const { started, left } = result ?? {}
	const { hash } = order

	// biome-ignore lint/correctness/useExhaustiveDependencies: what is stored is read once per order, not with every change of it
	useEffect(() => {
		if (started) {
			storeStarted(hash, started)
			setStored(started)
		} else if (left) {
			dropStarted(hash)
			setStored(null)
		} else setStored(readStarted(order, Date.now()))
	}, [hash, started, left])

	useEffect(() => {
		const scenario = isFresh ? started?.scenario : undefined
		if (scenario?.type !== 'redirect' && scenario?.type !== 'p2p_redirect') return
		const url = webAddress(scenario.url)
		if (url) location.assign(url)
	}, [started, isFresh])

	const going = started ?? (left ? null : stored)
	const isLive = going && (isRefreshing || !isOver(order, going.scenario))
	return isLive ? going : null
}
