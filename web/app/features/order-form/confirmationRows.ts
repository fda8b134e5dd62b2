import type { Draft } from '~/entities/order/draft.ts'
import { m } from '~/paraglide/messages.js'
import type { OrderGame } from './game.ts'

export interface Fact {
	label: string
	value: string
}

/** Whose account it is, in words; empty for codes. */
export function accountFacts(game: OrderGame, draft: Draft): Fact[] {
	const fact = (label: string, value: string | undefined): Fact[] => {
		const text = value?.trim()
		return text ? [{ label, value: text }] : []
	}
	switch (game.resourcetype) {
		case 'SupplyGame':
			return [
				...fact(m['order_form.user_id'](), draft.supplyUserId),
				...(game.isServerNeeded ? fact(m['order_form.server'](), serverName(game, draft)) : []),
			]
		case 'StandoffGame':
			return fact(m['order_form.account_id'](), draft.gameAccountId)
		case 'Steam':
			return fact(m['order_form.steam_login'](), draft.steamAccountId)
		default:
			return []
	}
}

function serverName(game: OrderGame, draft: Draft): string | undefined {
	if (game.servers.length === 0) return draft.serverCustom
	return game.servers.find((server) => String(server.id) === draft.server)?.name
}
