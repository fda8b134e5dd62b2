import { rubles } from '@larek/shared/money.ts'
import { expect, test } from 'vitest'
import { chargeOf, feeTerms, feeText, promised, shownPrice, showPercent } from './charge.ts'
import { offerPrice } from './productJsonLd.ts'

const terms = (fee: string, fixFee = '0.00') => ({ fee, fixFee })

test.each([
	[136_610, '0.00', '0.00', 0],
	[136_610, '2.50', '0.00', 3_415], // 34,1525
	[100, '1.50', '0.00', 2], // half a kopeck goes up
	[33, '1.50', '0.00', 0],
	[129_950, '3.20', '15.00', 5_658],
	[0, '4.00', '15.00', 1_500],
	[999_999_999, '3.2', '0', 32_000_000],
])('%i kopecks at %s %% and %s cost %i', (toPay, fee, fixFee, expected) => {
	const charge = chargeOf(toPay, terms(fee, fixFee), rubles)
	expect(charge.fee).toBe(expected)
	expect(charge.amount).toBe(toPay + expected)
})

test('another currency is rounded up once, from the sum with the fee', () => {
	const tenge = { code: 'KZT', rate: '0.1642' }
	expect(chargeOf(10_000, terms('3.00'), tenge)).toEqual({ fee: 300, rubles: 10_300, amount: 62_800, code: 'KZT' })
	expect(chargeOf(1_642, terms('0'), tenge).amount).toBe(10_000)
})

test('a percent is written without empty digits', () => {
	expect(['3.20', '1.50', '4.00', '10', '0.00', '12.345'].map(showPercent)).toEqual([
		'3,2',
		'1,5',
		'4',
		'10',
		'0',
		'12,345',
	])
})

const method = { fee: '0.00', fixFee: '0.00', minAmount: '0.00', isSecondary: false, currency: 'RUB' }

test('what is promised is what the preselected method takes: the first in sight that takes such a sum', () => {
	const fees = [
		{ ...method, fee: '1.00', isSecondary: true },
		{ ...method, fee: '1.50', minAmount: '10.00' },
		{ ...method, fee: '3.20' },
	]
	const market = { currency: rubles, fees }
	expect(promised(730_55, market)?.amount).toBe(741_51)
	expect(promised(5_00, market)?.amount).toBe(5_16)
	expect(promised(730_55, { ...market, fees: [] })).toBeNull()
	expect(shownPrice('730.55', market)).toBe('741,51\u00a0₽')
	expect(shownPrice('730.55', { ...market, fees: [] })).toBe('730,55\u00a0₽')
})

test('a price is promised in the currency the method charges', () => {
	const currency = { code: 'KZT', rate: '0.1642' }
	const fees = [{ ...method, fee: '3.90', currency: 'KZT' }]
	expect(shownPrice('100.00', { currency, fees })).toBe('633\u00a0₸')
	expect(offerPrice('100.00', { currency, fees })).toEqual({ price: '633.00', priceCurrency: 'KZT' })
	expect(offerPrice('100.00', { currency, fees: [] })).toEqual({ price: '100.00', priceCurrency: 'RUB' })
	expect(feeText(terms('4.00', '15.00'), currency)).toBe('4\u00a0% + 92\u00a0₸')
	expect(feeText(terms('4.00', '15.00'), rubles)).toBe('4\u00a0% + 15\u00a0₽')
	expect(shownPrice('100.00', { currency, fees: [method] })).toBe('100\u00a0₽')
})

test('the balance and methods that cannot be used are left out of what paying costs', () => {
	const given = { ...method, name: 'card', fee: '1.50', isActive: true, currencies: ['RUB'] }
	const methods = [
		given,
		{ ...given, name: 'balance', fee: '0.00' },
		{ ...given, isActive: false, fee: '1.00' },
		{ ...given, currencies: ['USD'] },
	]
	const first = [{ ...given, fee: '2.00', currencies: ['KZT'] }]
	const country = {
		currency: 'KZT',
		methodGroups: [
			{ order: 2, methods },
			{ order: 1, methods: first },
		],
	}
	expect(feeTerms(country)).toEqual([
		{ ...method, fee: '2.00', currency: 'KZT' },
		{ ...method, fee: '1.50', currency: 'RUB' },
	])
})
