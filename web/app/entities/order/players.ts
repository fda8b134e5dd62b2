// The accounts a guest has ordered for in this browser, newest first; an account's are in its order history.
import { parseStoredObject } from '~/lib/storedObject.ts'
import { type Draft, type DraftField, parseDraft } from './draft.ts'

const key = 'larek.players'
const most = 5

const accountFields: DraftField[] = ['supplyUserId', 'server', 'serverCustom', 'gameAccountId', 'steamAccountId']

/** The part of a draft that names the player; null when there is none. */
export function playerOf(draft: Draft): Draft | null {
	const player: Draft = {}
	for (const name of accountFields) {
		const value = draft[name]?.trim()
		if (value) player[name] = value
	}
	return player.supplyUserId || player.gameAccountId || player.steamAccountId ? player : null
}

export function readPlayers(gameId: number): Draft[] {
	const saved = readAll()[gameId]
	if (!Array.isArray(saved)) return []
	return saved
		.map((one) => playerOf(parseDraft(JSON.stringify(one))))
		.filter((player) => player !== null)
		.slice(0, most)
}

export function savePlayer(gameId: number, draft: Draft): void {
	const player = playerOf(draft)
	if (player) write(gameId, unique([player, ...readPlayers(gameId)]))
}

export function removePlayer(gameId: number, player: Draft): void {
	const gone = JSON.stringify(player)
	write(
		gameId,
		readPlayers(gameId).filter((one) => JSON.stringify(one) !== gone),
	)
}

/** Each once, the first ones. */
export function unique(players: Draft[]): Draft[] {
	const seen = new Map(players.map((player) => [JSON.stringify(player), player]))
	return [...seen.values()].slice(0, most)
}

function readAll(): Record<string, unknown> {
	try {
		return parseStoredObject(localStorage.getItem(key))
	} catch {
		return {} // storage is switched off
	}
}

function write(gameId: number, players: Draft[]): void {
	try {
		localStorage.setItem(key, JSON.stringify({ ...readAll(), [gameId]: players }))
	} catch {
		// as above
	}
}
