import { expect, test } from 'vitest'
import { orderQuery } from './orderQuery.ts'
import { addressOf, savedQuery } from './savedQuery.ts'

test('a filter is kept as the request has it, without the place in the list', () => {
	const query = orderQuery({ status: 'paid,sending', sum_from: '50', late: 'true', cursor: 'abc' })
	expect(savedQuery(query)).toBe('late=true&status=paid&status=sending&sum_from=50.00')
})

test.each([
	'status=paid%2Csending',
	'late=true&sum_from=50.00',
	'created_from=2026-11-01&created_to=2026-11-15',
	'buyer_of=481907',
	'',
])('the address %s comes back', (address) => {
	const values = Object.fromEntries(new URLSearchParams(address))
	expect(addressOf(savedQuery(orderQuery(values)))).toBe(address)
})
