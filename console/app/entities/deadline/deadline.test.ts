import { expect, test } from 'vitest'
import { span, timeLeft, urgencyOf, usedPart } from './deadline.ts'

const at = (minutes: number) => new Date(Date.UTC(2026, 10, 15, 20, minutes))

test.each([
	[0, 'calm'],
	[17, 'calm'],
	[18, 'soon'],
	[59, 'soon'],
	[60, 'late'],
	[75, 'late'],
])('an hour is %i minutes old: %s', (age, urgency) => {
	expect(urgencyOf(at(0), at(60), at(age))).toBe(urgency)
})

test('a deadline before its beginning is late, not a division by zero', () => {
	expect(urgencyOf(at(5), at(5), at(5))).toBe('late')
	expect(urgencyOf(at(9), at(5), at(4))).toBe('soon')
	expect(usedPart(at(9), at(5), at(4))).toBe(1)
})

test.each([
	[-5, '0 с'],
	[59_999, '59 с'],
	[12 * 60_000, '12 мин'],
	[64 * 60_000, '1 ч 04 мин'],
	[120 * 60_000, '2 ч'],
	[530 * 60_000, '8 ч 50 мин'],
	[14.7 * 3_600_000, '14 ч'],
	[71 * 3_600_000, '71 ч'],
	[73 * 3_600_000, '3 д'],
])('%i ms are «%s»', (milliseconds, text) => {
	expect(span(milliseconds).replaceAll('\u00a0', ' ')).toBe(text)
})

test('what is left turns into what is late', () => {
	expect(timeLeft(at(33), at(0))).toEqual({ isLate: false, text: '33\u00a0мин' })
	expect(timeLeft(at(0), at(12))).toEqual({ isLate: true, text: '12\u00a0мин' })
})

test('the used part stays between nothing and everything', () => {
	expect(usedPart(at(0), at(60), at(15))).toBe(0.25)
	expect(usedPart(at(0), at(60), at(-1))).toBe(0)
	expect(usedPart(at(0), at(60), at(90))).toBe(1)
})
