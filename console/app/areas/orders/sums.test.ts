import type { RefundPart } from '@larek/api/admin/types.gen.ts'
import { expect, test } from 'vitest'
import { isWholeOnly, parseSum, sumsOf, writeSum } from './sums.ts'

const parts = [
	{ id: 'u2', goods: '1081.52', fee: '16.22', allowed: true, isDelivered: false },
	{ id: 'u1', goods: '1081.52', fee: '16.22', allowed: false, isDelivered: true },
	{ id: 'u3', goods: '351.13', fee: '5.26', allowed: true, isDelivered: true },
] as RefundPart[]

test('only chosen parts that may be returned count', () => {
	expect(sumsOf(parts, ['u2', 'u1'], '2551.87')).toEqual({ goods: 108152, fee: 1622, limit: 109774 })
	expect(sumsOf(parts, [], '2551.87')).toEqual({ goods: 0, fee: 0, limit: 0 })
})

test('never more than what is left of the payment', () => {
	expect(sumsOf(parts, ['u2', 'u3'], '1200.00').limit).toBe(120000)
})

test('a part of the sum is only for what the buyer has', () => {
	expect(isWholeOnly(parts, ['u3'])).toBe(false)
	expect(isWholeOnly(parts, ['u2', 'u3'])).toBe(true)
	expect(isWholeOnly(parts, [])).toBe(false)
})

test.each([
	['1 097,74', 109774],
	['1\u00a0097,74\u00a0₽', 109774],
	['1097.7', 109770],
	['5', 500],
	['0', 0],
	['', undefined],
	['1,234', undefined],
	['-5', undefined],
	['1e3', undefined],
])('«%s» is %s kopecks', (text, kopecks) => {
	expect(parseSum(text)).toBe(kopecks)
})

test('a sum to be edited reads back the same', () => {
	expect(writeSum(109774)).toBe('1097,74')
	expect(parseSum(writeSum(5))).toBe(5)
})
