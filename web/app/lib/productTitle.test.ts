import { expect, test } from 'vitest'
import { productTitle } from './productTitle.ts'

test.each([
	['16200 UC', '16\u00a0200\u00a0UC'],
	['60 UC', '60\u00a0UC'],
	['60 кристаллов Сотворения', '60\u00a0кристаллов Сотворения'],
	['16160 кристаллов Сотворения (2 × 8080)', '16\u00a0160 кристаллов Сотворения (2\u00a0×\u00a08\u00a0080)'],
	['Гимн жемчуга', 'Гимн жемчуга'],
])('«%s» is written with groups of digits, and the number stays with what it counts', (title, shown) => {
	expect(productTitle(title)).toBe(shown)
})
