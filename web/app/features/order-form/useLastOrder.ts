import { useEffect, useRef, useState } from 'react'
import type { Draft } from '~/entities/order/draft.ts'
import { hasOrdered } from '~/entities/order/hasLocalOrders.ts'
import type { Again } from '~/entities/order/orderView.ts'
import type { OrderGame } from './game.ts'

export interface LastOrder {
	fields: Draft
	/** The picture that can be used again. */
	avatar?: { picture: string; orderId: string }
	/** The whole order, if it is of the last 24 hours and was paid for. */
	recent?: RecentOrder
}

export interface RecentOrder {
	at: string
	lines: string[]
	account: string
	/** Kopecks. */
	total: number
	again: Again
}

/**
 * What a signed-in buyer entered last time, and what anybody ordered here within a day; `use` gets the fields once, and
 * a failure leaves the form as it is.
 */
export function useLastOrder(game: OrderGame, isSignedIn: boolean, use: (fields: Draft) => void): LastOrder | null {
	const [last, setLast] = useState<LastOrder | null>(null)
	const latest = useRef(use)
	latest.current = use
	const { id, resourcetype } = game
	useEffect(() => {
		// Most buyers are guests who have not been here, and the client of the API is heavy.
		if (!isSignedIn && !hasOrdered()) return
		let gone = false
		import('./fetchLastOrder.ts')
			.then(({ askLast, askMine }) => (isSignedIn ? askLast(id, resourcetype) : askMine(id)))
			.then((found) => {
				if (gone || !found) return
				setLast(found)
				latest.current(found.fields)
			})
			.catch(() => {})
		return () => {
			gone = true
		}
	}, [id, resourcetype, isSignedIn])
	return last
}
