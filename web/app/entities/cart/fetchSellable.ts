// Loaded for visitors whose cart is not empty: the client of the API is heavy.

import { getGame } from '@larek/api/store/sdk.gen.ts'
import { call } from '~/api/browser.ts'
import { ResponseError } from '~/api/errors.ts'
import type { Amounts, Restorable } from './cart.ts'

/** The game as it is sold now; null when there is none. Without a response everything in the cart counts. */
export async function fetchSellable(id: number, amounts: Amounts = {}): Promise<Restorable | null> {
	try {
		const { isActive, products } = await call(getGame, { path: { id } })
		return { isActive, products }
	} catch (error) {
		if (error instanceof ResponseError && error.status === 404) return null
		return {
			isActive: true,
			products: Object.entries(amounts).map(([product, amount]) => ({
				...{ id: Number(product), isActive: true, minQuantity: 1, maxQuantity: amount },
			})),
		}
	}
}
