import { getGame } from '@larek/api/store/sdk.gen.ts'
import { call } from '~/api/browser.ts'
import { clearGame, setCartQuantity } from '~/entities/cart/cartStore.ts'
import { readDraft, saveDraft } from '~/entities/order/draft.ts'
import type { RepeatData } from '~/entities/order/orderView.ts'

/** Puts the goods and the account of an order into the form of its game; throws when the game cannot be loaded. */
export async function repeat({ gameId, amounts, draft }: RepeatData): Promise<void> {
	const game = await call(getGame, { path: { id: gameId } })
	if (!game.isActive) throw new Error('the game is not sold now')
	clearGame(gameId)
	if (game.resourcetype !== 'Steam') {
		for (const { id } of game.products) setCartQuantity(gameId, id, amounts[id] ?? 0)
	}
	saveDraft(gameId, { ...readDraft(gameId), ...draft })
}
