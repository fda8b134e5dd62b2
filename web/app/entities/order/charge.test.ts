import { rubles } from '@larek/shared/money.ts'
import { expect, test } from 'vitest'
import { chargeOf, cheapestCharge, feeTerms, showPercent } from './charge.ts'

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
	expect(chargeOf(10_000, terms('3.00'), tenge)).toEqual({ fee: 300, rubles: 10_300, amount: 62_729, code: 'KZT' })
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

test('the least to be paid is that of the cheapest method that takes such a sum', () => {
	const methods = [
		{ fee: '3.20', fixFee: '0.00', minAmount: '0.00' },
		{ fee: '1.50', fixFee: '0.00', minAmount: '10.00' },
		{ fee: '0.00', fixFee: '0.00', minAmount: '5000.00' },
	]
	expect(cheapestCharge(730_55, methods, rubles)?.amount).toBe(741_51)
	expect(cheapestCharge(5_00, methods, rubles)?.amount).toBe(5_16)
	expect(cheapestCharge(730_55, [], rubles)).toBeNull()
})

test('the balance and methods that cannot be used are left out of what paying costs', () => {
	const method = { name: 'sbp', fee: '1.50', fixFee: '0.00', minAmount: '0.00', isActive: true, currencies: ['RUB'] }
	const methods = [
		method,
		{ ...method, name: 'balance', fee: '0.00' },
		{ ...method, isActive: false, fee: '1.00' },
		{ ...method, currencies: ['USD'] },
	]
	expect(feeTerms({ currency: 'KZT', methodGroups: [{ methods }] })).toEqual([
		{ fee: '1.50', fixFee: '0.00', minAmount: '0.00' },
	])
})
