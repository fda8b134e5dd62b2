import { expect, test } from 'vitest'
import { countSellable } from './sellable.ts'

const product = (id: number, isActive = true) => ({ id, isActive, minQuantity: 1, maxQuantity: 5 })

test('the basket counts only what can be sold', () => {
	const carts = { 1: { 11: 2, 12: 3 }, 2: { 21: 1 }, 3: { 31: 4 }, 4: { 41: 9 } }
	const games = {
		1: { isActive: true, products: [product(11), product(12, false)] },
		2: { isActive: false, products: [product(21)] },
		3: null,
		4: { isActive: true, products: [product(41)] },
	}
	expect(countSellable(carts, games)).toEqual({ count: 2 + 5, gameId: '1' })
	expect(countSellable({ 2: { 21: 1 } }, games)).toEqual({ count: 0, gameId: undefined })
	// It has not been requested yet.
	expect(countSellable({ 9: { 91: 1 } }, games)).toEqual({ count: 0, gameId: undefined })
})
