// What happens once, when the buyer has come to the pay page.
import { useEffect, useRef } from 'react'
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
