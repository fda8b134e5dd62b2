import { useEffect } from 'react'
import { href, useFetcher } from 'react-router'
import type { Draft } from '~/entities/order/draft.ts'
import type { OrderGame } from './game.ts'

/** What is known about the account in the form. */
export interface Player {
	state: 'found' | 'not_found' | 'unknown'
	/** If the supplier gives it. */
	name: string | null
}

interface Answer extends Player {
	/** What was asked. */
	search: string
}

const nobody: Player = { state: 'unknown', name: null }

const typingPause = 600
const shortest = 3

/** Looks the account up once the buyer pauses typing it. */
export function usePlayer(game: OrderGame, draft: Draft): Player {
	const { load, data } = useFetcher<Answer>()
	const search = accountQuery(game, draft)
	const { id } = game
	useEffect(() => {
		if (!search) return
		const timer = setTimeout(() => load(href('/ru/games/:id/account', { id: String(id) }) + search), typingPause)
		return () => clearTimeout(timer)
	}, [id, search, load])
	return search && data?.search === search ? data : nobody
}

/** Empty while there is nothing to look up. */
function accountQuery(game: OrderGame, draft: Draft): string {
	const isSteam = game.resourcetype === 'Steam'
	if (!game.isActive || (!isSteam && game.resourcetype !== 'SupplyGame')) return ''
	const account = (isSteam ? draft.steamAccountId : draft.supplyUserId)?.trim() ?? ''
	if (account.length < shortest) return ''
	if (isSteam || !game.isServerNeeded) return `?${new URLSearchParams({ account })}`
	const isListed = game.servers.length > 0
	const server = isListed ? draft.server : draft.serverCustom?.trim()
	return server ? `?${new URLSearchParams({ account, [isListed ? 'server' : 'custom']: server })}` : ''
}
