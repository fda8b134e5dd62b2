import { useEffect, useRef, useState } from 'react'
import type { Draft } from './draft.ts'
import type { OrderGame } from './game.ts'

export interface LastOrder {
	fields: Draft
	/** The picture that can be used again. */
	avatar?: { picture: string; orderId: string }
}

/** What a signed-in buyer entered last time; `use` gets the fields once, and a failure leaves the form as it is. */
export function useLastOrder(game: OrderGame, isSignedIn: boolean, use: (fields: Draft) => void): LastOrder | null {
	const [last, setLast] = useState<LastOrder | null>(null)
	const latest = useRef(use)
	latest.current = use
	const { id, resourcetype } = game
	useEffect(() => {
		if (!isSignedIn) return
		let gone = false
		// Most buyers are guests, and the client of the API is heavy.
		import('./askLast.ts')
			.then(({ askLast }) => askLast(id, resourcetype))
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
