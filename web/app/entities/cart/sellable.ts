// Which goods of the cart can be sold: a game or a pack may have been switched off since.
import { createStore } from '@larek/shared/store.ts'
import { type Carts, type Restorable, restore, totalAmount } from './cart.ts'

/** Games as they are sold now; null for one that is gone, absent for one that was not requested. */
export const sellable = createStore<Record<number, Restorable | null>>({})

export function markSellable(game: Restorable & { id: number }): void {
	sellable.update((games) => ({ ...games, [game.id]: game }))
}

/** Fetches the games of the carts; one that cannot be fetched now is assumed to be sold. */
export async function checkCarts(carts: Carts): Promise<void> {
	const unknown = Object.keys(carts)
		.map(Number)
		.filter((id) => sellable.get()[id] === undefined)
	if (unknown.length === 0) return
	const { fetchSellable } = await import('./fetchSellable.ts')
	const games = await Promise.all(unknown.map(async (id) => [id, await fetchSellable(id, carts[id])] as const))
	sellable.update((known) => ({ ...Object.fromEntries(games), ...known }))
}

/** How many things can be bought, and the first game to go to for them. */
export function countSellable(carts: Carts, games: Record<number, Restorable | null>) {
	const counts = Object.entries(carts).map(([id, amounts]) => {
		const game = games[Number(id)]
		return { id, count: game ? totalAmount(restore(amounts, game)) : 0 }
	})
	return {
		count: counts.reduce((sum, { count }) => sum + count, 0),
		gameId: counts.find(({ count }) => count > 0)?.id,
	}
}
