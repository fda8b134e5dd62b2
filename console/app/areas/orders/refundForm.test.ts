import type { RefundQuote } from '@larek/api/admin/types.gen.ts'
import { expect, test } from 'vitest'
import { firstChoice, refundSchema } from './refundForm.ts'

const schema = refundSchema({ limitOf: () => 109774, unknown: new Set(['2']) })
const good = {
	parts: ['2'],
	amount: '1 097,74',
	destination: 'method' as const,
	code: 'supplier_silent',
	text: 'MooGold не отвечает 46 минут',
	undelivered: true,
}
const wrongFields = (change: object) => {
	const { error } = schema.safeParse({ ...good, ...change })
	return error?.issues.map(({ path }) => path.join('.'))
}

test('a complete form is good', () => {
	expect(wrongFields({})).toBeUndefined()
	expect(wrongFields({ amount: '0,01' })).toBeUndefined()
})

test.each([
	[{ parts: [] }, ['parts']],
	[{ amount: '1 097,75' }, ['amount']],
	[{ amount: '0' }, ['amount']],
	[{ amount: 'всё' }, ['amount']],
	[{ code: '' }, ['code']],
	[{ text: ' а ' }, ['text']],
	[{ text: 'а'.repeat(501) }, ['text']],
	[{ undelivered: false }, ['undelivered']],
])('%o is refused at its field', (change, fields) => {
	expect(wrongFields(change)).toEqual(fields)
})

test('a part with a known outcome needs no confession', () => {
	expect(wrongFields({ parts: ['3'], undelivered: false })).toBeUndefined()
})

test('what the buyer has is not chosen by itself, unless there is nothing else', () => {
	const part = (id: string, isDelivered: boolean) => ({ id, isDelivered }) as RefundQuote['parts'][number]
	expect(firstChoice({ parts: [part('a', true), part('b', false)], chosen: ['a', 'b'] })).toEqual(['b'])
	expect(firstChoice({ parts: [part('a', true), part('b', true)], chosen: ['a', 'b'] })).toEqual(['a', 'b'])
})
