import type { Draft } from '~/entities/order/draft.ts'
import { m } from '~/paraglide/messages.js'
import type { OrderGame } from './game.ts'

export interface ConfirmationRow {
	label: string
	value: string
}

/** The account as a text; empty for codes. */
export function accountRows(game: OrderGame, draft: Draft): ConfirmationRow[] {
	const row = (label: string, value: string | undefined): ConfirmationRow[] => {
		const text = value?.trim()
		return text ? [{ label, value: text }] : []
	}
	switch (game.resourcetype) {
		case 'SupplyGame':
			return [
				...row(m['order_form.user_id'](), draft.supplyUserId),
				...(game.isServerNeeded ? row(m['order_form.server'](), serverName(game, draft)) : []),
			]
		case 'StandoffGame':
			return row(m['order_form.account_id'](), draft.gameAccountId)
		case 'Steam':
			return row(m['order_form.steam_login'](), draft.steamAccountId)
		default:
			return []
	}
}

function serverName(game: OrderGame, draft: Draft): string | undefined {
	if (game.servers.length === 0) return draft.serverCustom
	return game.servers.find((server) => String(server.id) === draft.server)?.name
}
