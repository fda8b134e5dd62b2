import { useEffect, useRef } from 'react'
import { href, useFetcher } from 'react-router'
import type { Draft } from '~/entities/order/draft.ts'
import { hasLocalOrders } from '~/entities/order/hasLocalOrders.ts'
import type { LastOrder } from './fetchLastOrder.ts'
import type { OrderGame } from './game.ts'

/** What the buyer entered last time, and what was ordered here within a day; `use` gets the fields once. */
export function useLastOrder(game: OrderGame, isSignedIn: boolean, use: (fields: Draft) => void): LastOrder | null {
	const { load, data } = useFetcher<LastOrder | null>()
	const latest = useRef(use)
	latest.current = use
	const { id, resourcetype } = game
	useEffect(() => {
		// Most buyers are guests who have not been here, and the client of the API is heavy.
		if (isSignedIn || hasLocalOrders())
			load(`${href('/ru/games/:id/last-order', { id: String(id) })}?kind=${resourcetype}`)
	}, [id, resourcetype, isSignedIn, load])
	useEffect(() => {
		if (data) latest.current(data.fields)
	}, [data])
	return data ?? null
}
