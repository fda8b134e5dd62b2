// Follows the sentences of §5.
import { describe, expect, test } from 'vitest'
import { cartLines, cartTotal, isEmailRequired, restore, setAmount, totalAmount } from './cart.ts'
import { parseCarts } from './cartStore.ts'

const product = (id: number, isActive = true) => ({ id, isActive, minQuantity: 1, maxQuantity: 10 })

describe('amounts are restored', () => {
	const saved = { 1: 2, 2: 3, 9: 4 }

	test('for active games and active products; inactive products get 0', () => {
		expect(restore(saved, { isActive: true, products: [product(1), product(2, false), product(3)] })).toEqual({
			1: 2,
			2: 0,
			3: 0,
		})
	})
	test('for no product of an inactive game', () => {
		expect(restore(saved, { isActive: false, products: [product(1), product(2)] })).toEqual({ 1: 0, 2: 0 })
	})
	test('within the limits of today', () => {
		const limited = { ...product(1), minQuantity: 3, maxQuantity: 5 }
		expect(restore({ 1: 2 }, { isActive: true, products: [limited] })).toEqual({ 1: 3 })
		expect(restore({ 1: 50 }, { isActive: true, products: [limited] })).toEqual({ 1: 5 })
	})
	test('as zeros when nothing was saved', () => {
		expect(restore(undefined, { isActive: true, products: [product(1)] })).toEqual({ 1: 0 })
	})
})

describe('total amount', () => {
	test('is the sum of amounts', () => {
		expect(totalAmount({ 1: 4, 2: 3 })).toBe(7)
		expect(totalAmount({})).toBe(0)
	})
})

describe('cart total', () => {
	const lines = [
		{ quantity: 2, price: 71_900 },
		{ quantity: 1, price: 7_500 },
	]
	test('is the sum of quantity times price', () => expect(cartTotal(lines)).toBe(151_300))
	test('minus the discount', () => expect(cartTotal(lines, 1_300)).toBe(150_000))
	test('is 0 if the discount exceeds the sum', () => expect(cartTotal(lines, 151_301)).toBe(0))
	test('takes the price on sale', () => {
		const products = [
			{ id: 1, price: '100.00', discountPrice: '89.10' },
			{ id: 2, price: '50.00', discountPrice: null },
			{ id: 3, price: '10.00', discountPrice: null },
		]
		expect(cartTotal(cartLines(products, { 1: 2, 2: 1, 3: 0 }))).toBe(2 * 8_910 + 5_000)
	})
})

describe('required fields', () => {
	test('e-mail only when the game does not require sign-in and the user is not logged in', () => {
		expect(isEmailRequired({ isAuthRequired: false }, false)).toBe(true)
		expect(isEmailRequired({ isAuthRequired: false }, true)).toBe(false)
		expect(isEmailRequired({ isAuthRequired: true }, false)).toBe(false)
	})
})

describe('the saved map', () => {
	test('is per game, from product id to amount', () => {
		const carts = setAmount(setAmount({}, 1, 11, 2), 2, 21, 1)
		expect(carts).toEqual({ 1: { 11: 2 }, 2: { 21: 1 } })
		expect(setAmount(carts, 2, 21, 0)).toEqual({ 1: { 11: 2 } })
	})
	test.each([null, '', 'нет', '5', '[]', '{"1":5}', '{"1":{"2":"много"}}', '{"1":{"2":-3}}', '{"x":{"2":1}}'])(
		'is dropped when it is %s',
		(text) => expect(parseCarts(text)).toEqual({}),
	)
	test('is read back', () => expect(parseCarts('{"1":{"11":2}}')).toEqual({ 1: { 11: 2 } }))
})
