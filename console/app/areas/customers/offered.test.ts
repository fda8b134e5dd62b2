import type { Customer } from '@larek/api/admin/types.gen.ts'
import { expect, test } from 'vitest'
import { offered } from './CustomerDialog.tsx'

const buyer = (balance: string, erasedAt: string | null = null) =>
	({ sessions: [], erasure: null, profile: { balance, isBlocked: false, erasedAt } }) as unknown as Customer
const kinds = (customer: Customer) => offered(customer).map(([kind]) => kind)

test('money is taken from a balance that has some', () => {
	expect(kinds(buyer('0.00'))).toEqual(['view', 'credit', 'block', 'copy', 'erase'])
	expect(kinds(buyer('10.50'))).toEqual(['view', 'credit', 'pay_out', 'debit', 'block', 'copy', 'erase'])
})

test('nothing can be done about an account that is erased', () => {
	expect(kinds(buyer('10.50', '2026-11-15T12:00:00Z'))).toEqual([])
})
