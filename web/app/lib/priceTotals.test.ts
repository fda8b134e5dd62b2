import { expect, test } from 'vitest'
import { priceTotals } from './priceTotals.ts'

const plain = (text: string | null) => text?.replace(/\u00a0/g, ' ')

test('a price without a discount is its own total', () => {
	const { full, discount, total } = priceTotals({ price: '1299.00', discountPrice: null }, { code: 'RUB', rate: '1' })
	expect([plain(full), discount, plain(total)]).toEqual(['1 299,00 ₽', null, '1 299,00 ₽'])
})

test('lines in another currency add up', () => {
	const lines = priceTotals({ price: '79.00', discountPrice: '75.05' }, { code: 'KZT', rate: '0.1765' })
	expect([lines.full, lines.discount, lines.total].map(plain)).toEqual(['448 ₸', '−22 ₸', '426 ₸'])
})

test('a promo code is taken off what is left after the sale', () => {
	const lines = priceTotals({ price: '79.00', discountPrice: '75.05' }, { code: 'RUB', rate: '1' }, 8)
	expect([lines.discount, lines.promo, lines.total].map(plain)).toEqual(['−3,95 ₽', '−6,00 ₽', '69,05 ₽'])
	expect(lines.rubles).toBe(69_05)
})
