// What happens once, when the buyer has come to the pay page.
import { useEffect, useRef, useState } from 'react'
import { dismiss, toasts } from '~/components/toast/toasts.ts'
import { saveLocalOrder } from '~/entities/order/localOrders.ts'
import type { OrderView } from '~/entities/order/orderView.ts'

/** The order form was accepted: its error is not shown here. */
export function useDismissedErrors() {
	useEffect(() => {
		while (toasts.get().showing?.type === 'error') dismiss()
	}, [])
}

/** A guest finds the order again in this browser; a signed-in buyer has it in the account. */
export function useSavedLocalOrder({ id, hash, goods, created, again, isOwner, belongsTo }: OrderView) {
	const gameId = again?.gameId
	const isMine = isOwner && belongsTo === 'guest'
	const seen = useRef('')
	useEffect(() => {
		if (!isMine || seen.current === hash) return
		seen.current = hash
		saveLocalOrder({ id, hash, title: goods.title, at: Date.parse(created), gameId })
	}, [id, hash, goods.title, created, gameId, isMine])
}

/** Whether an answer came just now, and not before the buyer left for the bank and came back to the page as it was. */
export function useFresh(answer: unknown): boolean {
	const [old, setOld] = useState<unknown>()
	useEffect(() => {
		const onShow = (event: PageTransitionEvent) => event.persisted && setOld(answer)
		window.addEventListener('pageshow', onShow)
		return () => window.removeEventListener('pageshow', onShow)
	}, [answer])
	return answer !== undefined && answer !== old
}
