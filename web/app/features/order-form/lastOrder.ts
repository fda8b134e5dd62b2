import { useEffect, useRef, useState } from 'react'
import { call } from '~/api/browser.ts'
import { getStandoffLastOrder, getSteamLastOrder, getSupplyLastOrder } from '~/api/gen/sdk.gen.ts'
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
		askLast(id, resourcetype).then(
			(found) => {
				if (gone || !found) return
				setLast(found)
				latest.current(found.fields)
			},
			() => {},
		)
		return () => {
			gone = true
		}
	}, [id, resourcetype, isSignedIn])
	return last
}

async function askLast(gameId: number, kind: OrderGame['resourcetype']): Promise<LastOrder | null> {
	if (kind === 'SupplyGame') {
		const last = await call(getSupplyLastOrder, { path: { gameId } })
		return {
			fields: {
				supplyUserId: last.moogoldUserId ?? '',
				server: last.moogoldServer ? String(last.moogoldServer) : '',
				serverCustom: last.moogoldServerCustomId ?? '',
			},
		}
	}
	if (kind === 'Steam') {
		const last = await call(getSteamLastOrder)
		return { fields: { steamAccountId: last.steamAccountId ?? '' } }
	}
	if (kind === 'StandoffGame') {
		const last = await call(getStandoffLastOrder)
		const { gameAvatar, historyOrderId } = last
		return {
			fields: { gameAccountId: last.gameAccountId ?? '' },
			avatar: gameAvatar && historyOrderId ? { picture: gameAvatar, orderId: String(historyOrderId) } : undefined,
		}
	}
	return null
}
