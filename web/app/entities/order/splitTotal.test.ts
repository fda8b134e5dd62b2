import { expect, test } from 'vitest'
import { splitTotal } from './splitTotal.ts'

const tenge = { code: 'KZT', rate: '0.1642' }

test('a receipt is in one currency, and its rows add up to the total', () => {
	const rows = splitTotal([73_055, 73_055, -14_611, 3_945], 825_500, tenge)
	expect(rows).toEqual([445_000, 445_000, -89_000, 24_500])
	expect(rows.reduce((all, row) => all + row, 0)).toBe(825_500)
})

test('rubles stay as they are', () => {
	expect(splitTotal([10_000, -500, 143], 9_643, { code: 'RUB', rate: '1' })).toEqual([10_000, -500, 143])
})

test('what rounding leaves is in the last row that is there', () => {
	expect(splitTotal([10_001, 0, 0], 60_909, tenge)).toEqual([60_909, 0, 0])
})
