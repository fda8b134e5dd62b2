import { confirmEmail, showEmailChange } from '@larek/api/store/sdk.gen.ts'
import { expect, test, vi } from 'vitest'
import type { Call } from '~/api/call.ts'
import { ResponseError } from '~/api/errors.ts'
import { submitConfirmation } from './confirmEmail.ts'

function form(fields: Record<string, string>): FormData {
	const data = new FormData()
	for (const [name, value] of Object.entries(fields)) data.set(name, value)
	return data
}

test.each<Record<string, string>>([{ token: 't' }, { token: 't', step: 'look' }])(
	'%o shows what would be confirmed and changes nothing',
	async (fields) => {
		const call = vi.fn().mockResolvedValue({ nickname: 'Аня', email: 'a@b.test' })
		const shown = { step: 'shown', nickname: 'Аня', email: 'a@b.test' }
		expect(await submitConfirmation(call as Call, form(fields))).toEqual(shown)
		expect(call.mock.calls).toEqual([[showEmailChange, { body: { token: 't' } }]])
	},
)

test('only the button confirms', async () => {
	const call = vi.fn().mockResolvedValue(undefined)
	expect(await submitConfirmation(call as Call, form({ token: 't', step: 'confirm' }))).toEqual({ step: 'done' })
	expect(call.mock.calls).toEqual([[confirmEmail, { body: { token: 't' } }]])
})

test.each([
	[401, 'unauthorized', { step: 'signin' }],
	[403, 'email.other_account', { step: 'other', detail: 'Нет.' }],
	[400, 'email.link_over', { step: 'failed', detail: 'Нет.' }],
])('a refusal with %i %s has its own page', async (status, code, page) => {
	const refusal = new ResponseError(new Response(null, { status }), { code, detail: 'Нет.', fields: [] })
	const call = vi.fn().mockRejectedValue(refusal)
	expect(await submitConfirmation(call as Call, form({ token: 't', step: 'confirm' }))).toEqual(page)
})
