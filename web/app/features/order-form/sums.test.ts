import { rubles } from '@larek/shared/money.ts'
import { describe, expect, test } from 'vitest'
import type { OrderProduct } from './game.ts'
import { orderSummary, steamSummary } from './orderSummary.ts'
import { lotPrice, totalGold } from './standoff.ts'
import { parseSum, quickSums, steamLimits, walletGets, walletNeeds } from './steam.ts'

const pack = (id: number, price: string, discountPrice: string | null = null, gold = 0): OrderProduct => ({
	id,
	title: `${id} UC`,
	price,
	discountPrice,
	gold,
	picture: null,
	minQuantity: 1,
	maxQuantity: 10,
	isActive: true,
	discountPercent: 0,
})

describe('the receipt', () => {
	const products = [pack(1, '79.00', '75.05'), pack(2, '10.00'), pack(3, '0.33')]

	test('has rows at full price, what is taken off, and the total', () => {
		expect(orderSummary({ products }, { 1: 2, 2: 1 }, rubles)).toEqual({
			rows: [
				{ id: 1, title: '1 UC', quantity: 2, sum: 158_00 },
				{ id: 2, title: '2 UC', quantity: 1, sum: 10_00 },
			],
			discount: 7_90,
			promo: 0,
			total: 160_10,
			rubles: 160_10,
		})
	})
	test('shows the total minus the discount of a promo code, rounded once per line', () => {
		const { discount, promo, total } = orderSummary({ products }, { 1: 2, 2: 1 }, rubles, 8)
		expect({ discount, promo, total }).toEqual({ discount: 7_90, promo: 12_01 + 80, total: 147_29 })
	})
	test('is empty for an empty cart', () => {
		expect(orderSummary({ products }, {}, rubles)).toEqual({ rows: [], discount: 0, promo: 0, total: 0, rubles: 0 })
	})
	test.each(['3', '0.191', '87.654321'])('adds up in another currency, at %s', (rate) => {
		const { rows, discount, promo, total } = orderSummary({ products }, { 1: 3, 2: 7, 3: 10 }, { code: 'KZT', rate }, 7)
		expect(rows.reduce((sum, row) => sum + row.sum, 0) - discount - promo).toBe(total)
		expect(discount).toBeGreaterThanOrEqual(0)
	})
	test('of Steam counts one thing, whatever the sum', () => {
		expect(steamSummary(500_00, 'Кошелёк', rubles).rows).toEqual([
			{ id: 0, title: 'Кошелёк', quantity: 1, sum: 500_00 },
		])
		expect(steamSummary(500_00, 'Кошелёк', rubles).total).toBe(500_00)
		expect(steamSummary(500_00, 'Кошелёк', rubles, 10)).toMatchObject({ promo: 50_00, total: 450_00, rubles: 450_00 })
		expect(steamSummary(null, 'Кошелёк', rubles).rows).toEqual([])
	})
})

describe('a Steam sum', () => {
	test.each([
		['500', 500_00],
		['1 500,5', 1_500_50],
		['1\u00a0500 ₽', 1_500_00],
		['', null],
		['5.001', null],
		['-5', null],
		['1e3', null],
	])('«%s» is read', (text, sum) => {
		expect(parseSum(text)).toBe(sum)
	})

	const products = [pack(1, '500.00'), pack(2, '100.00'), { ...pack(3, '50.00'), isActive: false }]
	test('is offered from what is on sale, the smallest first', () => {
		expect(quickSums({ products })).toEqual([100_00, 500_00])
	})
	test('is limited by the terms, or by the shelf without them', () => {
		const terms = { commission: '8', minAmount: '50.00', maxAmount: '15000.00' }
		expect(steamLimits({ products }, terms)).toEqual({ min: 50_00, max: 15_000_00 })
		expect(steamLimits({ products }, null)).toEqual({ min: 100_00, max: 500_00 })
	})
	test.each([
		['8', 500_00, 460_00],
		['0', 500_00, 500_00],
		['7.5', 333_33, 308_33],
		['0.01', 1_00, 99],
	])('less %s %% reaches the wallet, rounded down', (commission, sum, wallet) => {
		expect(walletGets(sum, { commission, minAmount: '0.00', maxAmount: '1.00' })).toBe(wallet)
	})
})

test.each(['0', '9', '9.00', '12.5', '33.33'])(
	'what is paid at %s %% brings exactly what was asked for',
	(commission) => {
		const terms = { commission, minAmount: '0.00', maxAmount: '1.00' }
		for (const wallet of [1, 99, 500_00, 777_77, 14_999_99]) {
			const amount = walletNeeds(wallet, terms)
			expect(walletGets(amount, terms)).toBe(wallet)
			expect(walletGets(amount - 1, terms)).toBeLessThan(wallet)
		}
	},
)

test('a lot costs the gold and the fee of the market', () => {
	const terms = { skinName: '', skinPicture: null, marketFee: '0.20' }
	expect(totalGold([pack(1, '1.00', null, 100), pack(2, '1.00', null, 500)], { 1: 2, 2: 1 })).toBe(700)
	expect(lotPrice(1000, terms)).toBe(1250)
	expect(lotPrice(100, { ...terms, marketFee: '0.07' })).toBe(108)
	expect(lotPrice(100, { ...terms, marketFee: '0' })).toBe(100)
})
