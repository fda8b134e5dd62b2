import { expect, test } from 'vitest'
import { ago, calendarTime, clockTime, countdown, dayAndTime, exactTime, isDayBefore } from './time.ts'

const now = new Date('2026-11-15T12:00:00Z')
const plain = (text: string) => text.replaceAll('\u00a0', ' ')

test.each([
	[0, 'только что'],
	[12, '12 с назад'],
	[60, '1 мин назад'],
	[59 * 60, '59 мин назад'],
	[3 * 3600, '3 ч назад'],
	[30 * 3600, 'вчера'],
	[2 * 86_400, '2 дня назад'],
	[4 * 86_400, '4 дня назад'],
	[5 * 86_400, '5 дней назад'],
	[10 * 86_400, '5 ноября'],
	[400 * 86_400, '11 октября 2025'],
	[-60, 'только что'],
])('%i seconds are «%s»', (seconds, text) => {
	expect(plain(ago(new Date(now.getTime() - seconds * 1000), now))).toBe(text)
})

test('a day and its year are those of Moscow', () => {
	const newYear = new Date('2026-12-31T21:30:00Z')
	expect(ago(newYear, new Date('2027-01-20T00:00:00Z'))).toBe('1 января')
	expect(ago(new Date('2026-12-31T20:30:00Z'), new Date('2027-01-20T00:00:00Z'))).toBe('31 декабря 2026')
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
	[899_999, '14:59'],
	[59_000, '00:59'],
	[3_725_000, '1:02:05'],
	[-5, '00:00'],
])('%i ms left are %s', (ms, text) => expect(countdown(ms)).toBe(text))

test('countdowns never show more than their whole', () => {
	const day = 24 * 60 * 60_000
	expect(countdown(day + 999, day)).toBe('24:00:00')
	expect(countdown(30 * 60_000 + 5_000, 30 * 60_000)).toBe('30:00')
	expect(countdown(3 * day + 1_000, 3 * day)).toBe('72:00:00')
})

test('a deadline is said by the calendar of the reader', () => {
	const at = (text: string, zone?: string) => plain(calendarTime(new Date(text), now, zone))
	expect(at('2026-11-15T20:10:00Z')).toBe('сегодня, 23:10')
	expect(at('2026-11-16T08:23:00Z')).toBe('завтра, 11:23')
	expect(at('2026-11-15T21:30:00Z')).toBe('завтра, 00:30')
	expect(at('2026-11-15T21:30:00Z', 'UTC')).toBe('сегодня, 21:30')
	expect(at('2026-11-18T08:23:00Z')).toBe('18 ноября, 11:23')
})

test('yesterday is a day of the calendar, not 24 hours', () => {
	const morning = new Date('2026-03-01T06:00:00Z')
	expect(isDayBefore(new Date('2026-02-28T20:00:00Z'), morning)).toBe(true)
	expect(isDayBefore(new Date('2026-02-28T21:30:00Z'), morning)).toBe(false)
	expect(isDayBefore(new Date('2026-02-28T21:30:00Z'), morning, 'UTC')).toBe(true)
	expect(isDayBefore(new Date('2026-02-27T12:00:00Z'), morning)).toBe(false)
})
