import { rubles } from '@larek/shared/money.ts'
import { expect, test } from 'vitest'
import type { FeeTerms } from './charge.ts'
import { type PriceTotals, priceTotals } from './priceTotals.ts'

const plain = (text: string | null | undefined) => text?.replace(/\u00a0/g, ' ')
const method = (currency: string): FeeTerms => ({
	fee: '1.50',
	fixFee: '0.00',
	minAmount: '0.00',
	isSecondary: false,
	currency,
})
const sums = ({ full, discount, promo, fee, total }: PriceTotals) => [full, discount, promo, fee?.sum, total].map(plain)

test('a price without a discount and a fee is its own total', () => {
	expect(sums(priceTotals({ price: '1299.00', discountPrice: null }, { currency: rubles, fees: [] }))).toEqual([
		'1 299,00 ₽',
		undefined,
		undefined,
		undefined,
		'1 299,00 ₽',
	])
})

test('the total is what the preselected way to pay charges', () => {
	const totals = priceTotals({ price: '769.00', discountPrice: '730.55' }, { currency: rubles, fees: [method('RUB')] })
	expect(sums(totals)).toEqual(['769,00 ₽', '−38,45 ₽', undefined, '10,96 ₽', '741,51 ₽'])
	expect(plain(totals.fee?.terms)).toBe('1,5 %')
})

test('rows in another currency add up, and one that is not charged is not shown', () => {
	const tenge = { code: 'KZT', rate: '0.1765' }
	const priced = { price: '79.00', discountPrice: '75.05' }
	expect(sums(priceTotals(priced, { currency: tenge, fees: [method('KZT')] }))).toEqual([
		'448 ₸',
		'−22 ₸',
		undefined,
		'6 ₸',
		'432 ₸',
	])
	expect(priceTotals(priced, { currency: tenge, fees: [method('RUB')] }).total).toMatch(/76,18\u00a0₽/)
})

test('a promo code is taken off what is left after the sale', () => {
	expect(sums(priceTotals({ price: '79.00', discountPrice: '75.05' }, { currency: rubles, fees: [] }, 8))).toEqual([
		'79,00 ₽',
		'−3,95 ₽',
		'−6,00 ₽',
		undefined,
		'69,05 ₽',
	])
})
