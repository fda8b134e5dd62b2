import { useEffect } from 'react'
import { href, useFetcher } from 'react-router'
import type { Draft } from '~/entities/order/draft.ts'
import { m } from '~/paraglide/messages.js'
import type { OrderGame } from './game.ts'

export interface PlayerNote {
	/** The account exists: the player's name if the supplier gives it. */
	good?: string
	/** There is no such account. */
	error?: string
}

interface Answer {
	/** What was asked. */
	search: string
	state: 'found' | 'not_found' | 'unknown'
	name: string | null
}

const typingPause = 600
const shortest = 3

/** Looks the account up once the buyer pauses typing it. */
export function usePlayer(game: OrderGame, draft: Draft): PlayerNote {
	const { load, data } = useFetcher<Answer>()
	const search = accountQuery(game, draft)
	const { id } = game
	useEffect(() => {
		if (!search) return
		const timer = setTimeout(() => load(href('/ru/games/:id/account', { id: String(id) }) + search), typingPause)
		return () => clearTimeout(timer)
	}, [id, search, load])
	if (!search || data?.search !== search) return {}
	if (data.state === 'not_found') return { error: m['order_form.player_unknown']() }
	if (data.state !== 'found') return {}
	return { good: data.name ? m['order_form.player']({ name: data.name }) : m['order_form.player_found']() }
}

/** Empty while there is nothing to look up. */
function accountQuery(game: OrderGame, draft: Draft): string {
	const isSteam = game.resourcetype === 'Steam'
	if (!isSteam && game.resourcetype !== 'SupplyGame') return ''
	const account = (isSteam ? draft.steamAccountId : draft.supplyUserId)?.trim() ?? ''
	if (account.length < shortest) return ''
	if (isSteam || !game.isServerNeeded) return `?${new URLSearchParams({ account })}`
	const isListed = game.servers.length > 0
	const server = isListed ? draft.server : draft.serverCustom?.trim()
	return server ? `?${new URLSearchParams({ account, [isListed ? 'server' : 'custom']: server })}` : ''
}
