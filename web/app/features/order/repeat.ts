import { getGame } from '@larek/api/store/sdk.gen.ts'
import { call } from '~/api/browser.ts'
import { ResponseError } from '~/api/errors.ts'
import { showToast } from '~/components/toast/toasts.ts'
import { clearGame, setCartQuantity } from '~/entities/cart/cartStore.ts'
import { readDraft, saveDraft } from '~/entities/order/draft.ts'
import type { RepeatData } from '~/entities/order/orderView.ts'
import { m } from '~/paraglide/messages.js'

/** Puts the goods and the account of an order into the form of its game. Of a game that is not sold it says so and returns false. */
export async function repeat({ gameId, amounts, draft }: RepeatData): Promise<boolean> {
	const game = await call(getGame, { path: { id: gameId } }).catch(nullIfHidden)
	if (!game?.isActive) {
		showToast('error', m['products.errors.unavailable']())
		return false
	}
	clearGame(gameId)
	if (game.resourcetype !== 'Steam') {
		for (const { id } of game.products) setCartQuantity(gameId, id, amounts[id] ?? 0)
	}
	saveDraft(gameId, { ...readDraft(gameId), ...draft })
	return true
}

function nullIfHidden(error: unknown): null {
	if (error instanceof ResponseError && error.status === 404) return null
	throw error
}
