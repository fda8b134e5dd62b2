import { expect, test } from 'vitest'
import { deadlineTone } from './Age.tsx'
import { duration, lasting } from './duration.ts'

const from = '2026-11-15T20:00:00Z'
const due = '2026-11-15T21:00:00Z'

test.each([
	['2026-11-15T20:17:59Z', 'plain'],
	['2026-11-15T20:18:00Z', 'soon'],
	['2026-11-15T20:59:59Z', 'soon'],
	['2026-11-15T21:00:00Z', 'bad'],
])('a deadline at %s is %s', (now, tone) => {
	expect(deadlineTone(from, due, Date.parse(now))).toBe(tone)
})

test.each([
	[30_000, 'меньше минуты'],
	[33 * 60_000, '33 мин'],
	[72 * 60_000, '1 ч 12 мин'],
	[8 * 3_600_000, '8 ч'],
	[14 * 3_600_000 + 60_000, '14 ч'],
	[71 * 3_600_000, '71 ч'],
	[80 * 3_600_000, '3 дн.'],
])('%i ms are %s', (milliseconds, words) => {
	expect(duration(milliseconds).replaceAll('\u00a0', ' ')).toBe(words)
})

test.each([
	[0.5, '0,5 дн.'],
	[365, '365 дн.'],
	[4_216_853.4, 'год и больше'],
])('%d days are %s', (days, words) => {
	expect(lasting(days).replaceAll('\u00a0', ' ')).toBe(words)
})
