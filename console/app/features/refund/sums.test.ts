import { expect, test } from 'vitest'
import { needsSecond, parseSum, sumsOf } from './sums.ts'

const units = [
	{ id: '2', goods: 108152, fee: 1622, isAllowed: true },
	{ id: '1', goods: 108152, fee: 1622, isAllowed: false },
	{ id: '3', goods: 35113, fee: 526, isAllowed: true },
]

test('only chosen units that may be returned count', () => {
	expect(sumsOf(units, new Set(['2', '1']), 255187)).toEqual({ goods: 108152, fee: 1622, limit: 109774 })
	expect(sumsOf(units, new Set(), 255187)).toEqual({ goods: 0, fee: 0, limit: 0 })
})

test('never more than what is left of the payment', () => {
	expect(sumsOf(units, new Set(['2', '3']), 120000).limit).toBe(120000)
})

test.each([
	[100000, 100000, false],
	[100001, 100000, true],
	[1, 0, true],
])('%i with a limit of %i needs a second person: %s', (amount, limit, second) => {
	expect(needsSecond(amount, limit)).toBe(second)
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
