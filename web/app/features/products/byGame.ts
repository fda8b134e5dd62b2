interface OfGame {
	gameId: number
	gameTitle: string
}

/** Neighbours of one game together, in the order they came: the server already sorts by game. */
export function byGame<T extends OfGame>(packs: T[]) {
	const games = new Map<number, { id: number; title: string; packs: T[] }>()
	for (const pack of packs) {
		const game = games.get(pack.gameId) ?? { id: pack.gameId, title: pack.gameTitle, packs: [] }
		game.packs.push(pack)
		games.set(pack.gameId, game)
	}
	return [...games.values()]
}
