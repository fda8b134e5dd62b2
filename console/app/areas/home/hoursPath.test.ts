import { expect, test } from 'vitest'
import { areaPath, linePath, roundTop } from './hoursPath.ts'

const scale = { width: 240, height: 100, hours: 24, top: 50 }

test('a value of every hour is a point', () => {
	expect(linePath([0, 25, 50], scale)).toBe('M5.0 100.0L15.0 50.0L25.0 0.0')
	expect(areaPath([0, 25], scale)).toBe('M5.0 100.0L15.0 50.0L15.0 100L5.0 100Z')
	expect(areaPath([], scale)).toBe('')
})

test('a chart ends at a round number', () => {
	expect([[], [0], [7], [11, 3], [20], [21], [48_000]].map(roundTop)).toEqual([1, 1, 10, 20, 20, 50, 50_000])
})
