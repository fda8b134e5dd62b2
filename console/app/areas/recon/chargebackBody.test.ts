import { expect, test } from 'vitest'
import { chargebackBody } from './ChargebackDialog.tsx'

const values = { number: 'CB-1', amount: '100.00', fee: '', payment: '', reason: { code: 'check', text: '' } }

test('a bank is answered until the end of a day in Moscow', () => {
	expect(chargebackBody('tbank', { ...values, answerBy: '2026-11-22' })).toMatchObject({
		answerBy: '2026-11-22T23:59:59+03:00',
		fee: '0.00',
		payment: null,
	})
	expect(chargebackBody('tbank', { ...values, answerBy: '' }).answerBy).toBeNull()
})
