import { describe, expect, test } from 'vitest'
import { plural } from './plural.ts'
import { ago, clockTime, countdown, dayAndTime, exactTime, isDayBefore } from './time.ts'

const now = new Date('2026-11-15T12:00:00Z')
const plain = (text: string) => text.replaceAll('\u00a0', ' ')

test.each([
	[0, 'только что'],
	[12, '12 с назад'],
	[60, '1 мин назад'],
	[59 * 60, '59 мин назад'],
	[3 * 3600, '3 ч назад'],
	[30 * 3600, 'вчера'],
	[4 * 86_400, '4 дня назад'],
	[5 * 86_400, '5 дней назад'],
	[10 * 86_400, '5 ноября'],
	[400 * 86_400, '11 октября 2025'],
	[-60, 'только что'],
])('%i seconds are «%s»', (seconds, text) => {
	expect(plain(ago(new Date(now.getTime() - seconds * 1000), now))).toBe(text)
})

test('the exact time names Moscow unless another zone is asked for', () => {
	expect(plain(exactTime(now))).toBe('15 ноября 2026, 15:00 МСК')
	expect(plain(exactTime(now, 'UTC'))).toBe('15 ноября 2026, 12:00')
})

test('a moment of the timeline is told to the second', () => {
	expect(dayAndTime(now)).toBe('15 ноября, 15:00')
	expect(clockTime(now)).toBe('15:00:00')
	expect(clockTime(now, 'UTC')).toBe('12:00:00')
})

test.each([
	[899_001, '15:00'],
	[59_000, '00:59'],
	[3_725_000, '1:02:05'],
	[-5, '00:00'],
])('%i ms left are %s', (ms, text) => expect(countdown(ms)).toBe(text))

describe('Russian plurals', () => {
	test.each([
		[1, 'заказ'],
		[2, 'заказа'],
		[4, 'заказа'],
		[5, 'заказов'],
		[11, 'заказов'],
		[14, 'заказов'],
		[21, 'заказ'],
		[22, 'заказа'],
		[111, 'заказов'],
		[0, 'заказов'],
	])('%i %s', (n, form) => expect(plural(n, 'заказ', 'заказа', 'заказов')).toBe(form))
})

test('yesterday is a day of the calendar, not 24 hours', () => {
	const morning = new Date('2026-03-01T06:00:00Z')
	expect(isDayBefore(new Date('2026-02-28T20:00:00Z'), morning)).toBe(true)
	expect(isDayBefore(new Date('2026-02-28T21:30:00Z'), morning)).toBe(false)
	expect(isDayBefore(new Date('2026-02-28T21:30:00Z'), morning, 'UTC')).toBe(true)
	expect(isDayBefore(new Date('2026-02-27T12:00:00Z'), morning)).toBe(false)
})
