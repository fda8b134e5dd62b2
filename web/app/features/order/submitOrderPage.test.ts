import * as sdk from '@larek/api/store/sdk.gen.ts'
import { expect, test } from 'vitest'
import type { Call } from '~/api/call.ts'
import { ResponseError } from '~/api/errors.ts'
import { submitOrderPage } from './submitOrderPage.ts'

function complaint(text: string): FormData {
	const form = new FormData()
	for (const [name, value] of Object.entries({ intent: 'complaint', order: '5', code: '71', is_unit: 'true', text }))
		form.set(name, value)
	return form
}

test('a complaint names the code by its number and what the number counts; empty words are none', async () => {
	const calls: unknown[] = []
	const call = (async (operation: unknown, options: unknown) => {
		calls.push([operation === sdk.complainAboutCode, options])
	}) as unknown as Call
	expect(await submitOrderPage(call, '7ZQ4', complaint('  '))).toEqual({ complaint: {} })
	await submitOrderPage(call, '7ZQ4', complaint(' уже активирован '))
	const known = { path: { id: 5 }, headers: { 'X-Order-Hash': '7ZQ4' } }
	expect(calls).toEqual([
		[true, { ...known, body: { code: 71, isUnit: true, text: undefined } }],
		[true, { ...known, body: { code: 71, isUnit: true, text: 'уже активирован' } }],
	])
})

test('a refused complaint says why', async () => {
	const problem = { code: 'code.complaint_open', detail: 'Мы уже проверяем этот код.' }
	const call = (async () => {
		throw new ResponseError(new Response(null, { status: 409 }), problem as never)
	}) as unknown as Call
	expect(await submitOrderPage(call, '7ZQ4', complaint(''))).toEqual({ complaint: { error: problem.detail } })
})
