import { parseMoney } from '@larek/shared/money.ts'
import { expect, test } from 'vitest'
import { chargeOf } from '~/lib/charge.ts'
import charges from '../../api/charges.json'

test.each(charges)('$to_pay at $fee % and $fix_fee in $currency is charged as the server does', (row) => {
	const own = { code: row.currency, rate: row.rate }
	const { amount } = chargeOf(parseMoney(row.to_pay), { fee: row.fee, fixFee: row.fix_fee }, own)
	expect(amount).toBe(parseMoney(row.amount))
})
