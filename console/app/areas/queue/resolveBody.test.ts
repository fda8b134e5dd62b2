import { expect, test } from 'vitest'
import { resolveBody } from './resolveBody.ts'

const reason = { code: 'check', text: '' }

test('what was left empty is not sent', () => {
	const body = resolveBody('delivered', { reason, proof: 'лот 4711', cost: '', offerId: '' })
	expect(JSON.parse(JSON.stringify(body))).toEqual({
		way: 'delivered',
		reason,
		proof: 'лот 4711',
		force: false,
	})
})

test('numbers are numbers, codes are lines, a cost is of the currency of the offer', () => {
	const values = { reason, orderId: '481907', codes: ' AAAA \n\nBBBB', cost: '12.06', force: true }
	expect(resolveBody('match', values)).toMatchObject({
		orderId: 481907,
		codes: ['AAAA', 'BBBB'],
		cost: '12.06',
		force: true,
	})
})

test('a chargeback has its fee and the end of the last day of the answer in Moscow', () => {
	const values = { reason, reference: 'CB-9', fee: '35.00', answerBy: '2026-11-25' }
	expect(resolveBody('chargeback', values)).toMatchObject({
		reference: 'CB-9',
		fee: '35.00',
		answerBy: '2026-11-25T23:59:59+03:00',
	})
	expect(resolveBody('chargeback', { ...values, answerBy: '', fee: '' })).toMatchObject({
		answerBy: undefined,
		fee: undefined,
	})
})
