import { describe, expect, test } from 'vitest'
import { convert, formatDiscount, formatMoney, parseMoney, showPrice, writeMoney } from './money.ts'

const plain = (text: string) => text.replaceAll('\u00a0', '_')

test.each([
	['199.00', 19_900],
	['0.05', 5],
	['1299.5', 129_950],
	['7', 700],
	['-71.90', -7_190],
])('%s is %i kopecks', (text, minor) => expect(parseMoney(text)).toBe(minor))

test.each(['', '1,5', '1.234', 'abc', '1e3'])('"%s" is not a sum', (text) => {
	expect(() => parseMoney(text)).toThrow('not a sum')
})

test('a sum is written as the server writes it', () => {
	expect([19_900, 5, -7_190].map(writeMoney)).toEqual(['199.00', '0.05', '-71.90'])
})

describe('shown', () => {
	test.each([
		[129_950, '1_299,50_₽'],
		[7_500, '75_₽'],
		[100_000_000, '1_000_000_₽'],
		[-19_600, '−196_₽'],
	])('%i as %s, with non-breaking spaces', (minor, text) => expect(plain(formatMoney(minor))).toBe(text))

	test('with empty kopecks on a receipt', () => {
		expect(plain(formatMoney(163_400, 'RUB', { exact: true }))).toBe('1_634,00_₽')
	})
	test('in an unknown currency by its code', () => expect(plain(formatMoney(100, 'XYZ'))).toBe('1_XYZ'))
	test('discounts with a real minus', () => expect(plain(formatDiscount(12))).toBe('−12_%'))
})

describe('conversion', () => {
	test('divides by the rate and rounds up', () => {
		expect(convert(10_000, { code: 'USD', rate: '81.25' })).toBe(124) // 123.07…
		expect(convert(10_000, { code: 'KZT', rate: '0.16' })).toBe(62_500)
		expect(convert(8_125, { code: 'USD', rate: '81.25' })).toBe(100)
	})
	test('leaves rubles alone', () => expect(convert(129_950, { code: 'RUB', rate: '1' })).toBe(129_950))
	test('is exact where floating point is not', () => {
		expect(convert(9_007_199_254_740, { code: 'UZS', rate: '0.00000001' })).toBe(900_719_925_474_000_000_000)
		expect(convert(30, { code: 'X', rate: '0.1' })).toBe(300)
	})
	test('never goes below zero for zero', () => expect(convert(0, { code: 'USD', rate: '81.25' })).toBe(0))
	test.each(['0', '-1', 'x'])('refuses the rate %s', (rate) => expect(() => convert(1, { code: 'X', rate })).toThrow())
	test('shows a price of the catalogue', () => {
		expect(plain(showPrice('719.00', { code: 'KZT', rate: '0.16' }))).toBe('4_494_₸')
	})
})
