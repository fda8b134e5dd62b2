import { expect, test } from 'vitest'
import { orderQuery } from './orderQuery.ts'

test('what is not set is not sent', () => {
	expect(orderQuery({})).toEqual({})
	expect(orderQuery({ status: '', late: '', sum_from: '', buyer_of: 'x' })).toEqual({})
})

test('several values are a list, codes of countries are capitals', () => {
	expect(orderQuery({ status: 'paid,sending', country: 'kz' })).toEqual({
		status: ['paid', 'sending'],
		country: ['KZ'],
	})
})

test('sums have two digits, and nonsense is no sum', () => {
	expect(orderQuery({ sum_from: '50', sum_to: '99,5' })).toEqual({ sumFrom: '50.00', sumTo: '99.50' })
	expect(orderQuery({ sum_from: 'много', sum_to: '-1' })).toEqual({})
})

test('days are those of the shop, and the last one counts', () => {
	expect(orderQuery({ created_from: '2026-11-15', created_to: '2026-11-15' })).toEqual({
		since: '2026-11-15T00:00:00+03:00',
		until: '2026-11-15T21:00:00.000Z',
	})
})

test('the orders of one buyer, a flag and the place in the list', () => {
	expect(orderQuery({ buyer_of: '481907', late: 'true', cursor: 'abc' })).toEqual({
		buyerOf: 481907,
		late: true,
		cursor: 'abc',
	})
})

test('gifts are named by their numbers', () => {
	expect(orderQuery({ gift: '12, 15' })).toEqual({ gift: [12, 15] })
	expect(orderQuery({ gift: 'ключ' })).toEqual({})
})
