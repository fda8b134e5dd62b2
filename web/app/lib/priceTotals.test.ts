import { expect, test } from 'vitest'
import { sums } from './priceTotals.ts'

const plain = (text: string | null) => text?.replace(/\u00a0/g, ' ')

test('a price without a discount is its own total', () => {
	const { full, discount, total } = sums({ price: '1299.00', discountPrice: null }, { code: 'RUB', rate: '1' })
	expect([plain(full), discount, plain(total)]).toEqual(['1 299,00 ₽', null, '1 299,00 ₽'])
})

test('lines in another currency add up', () => {
	const lines = sums({ price: '79.00', discountPrice: '75.05' }, { code: 'KZT', rate: '0.1765' })
	expect(Object.values(lines).map(plain)).toEqual(['447,60 ₸', '−22,38 ₸', '425,22 ₸'])
})
