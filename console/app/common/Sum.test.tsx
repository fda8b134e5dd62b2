import { expect, test } from 'vitest'
import { sumText } from './Sum.tsx'

test.each([
	['741.51', 'RUB', '741,51 ₽'],
	['20541.84', 'RUB', '20 541,84 ₽'],
	['12.0600', 'USD', '12,06 $'],
	['0.8300', 'USD', '0,83 $'],
	['457.7560', 'USD', '457,756 $'],
	['-299.6900', 'USD', '−299,69 $'],
	['-0.0050', 'USD', '−0,005 $'],
	['5', 'USD', '5,00 $'],
	['-0.0000', 'USD', '0,00 $'],
])('%s %s is %s', (sum, currency, text) => {
	expect(sumText(sum, currency).replaceAll('\u00a0', ' ')).toBe(text)
})
