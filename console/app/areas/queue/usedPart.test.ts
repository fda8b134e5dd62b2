import { expect, test } from 'vitest'
import { usedPart } from './usedPart.ts'

const at = (minutes: number) => new Date(Date.UTC(2026, 10, 15, 20, minutes)).toISOString()

test.each([
	[-1, 0],
	[0, 0],
	[15, 0.25],
	[60, 1],
	[90, 1],
])('after %i of 60 minutes %d is used', (minutes, part) => {
	expect(usedPart(at(0), at(60), Date.parse(at(minutes)))).toBe(part)
})

test('a deadline before its beginning has no time left', () => {
	expect(usedPart(at(9), at(5), Date.parse(at(4)))).toBe(1)
})
