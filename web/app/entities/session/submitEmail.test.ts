import { changeEmail } from '@larek/api/store/sdk.gen.ts'
import { expect, test, vi } from 'vitest'
import type { Call } from '~/api/call.ts'
import { ResponseError } from '~/api/errors.ts'
import { submitEmail } from './submitEmail.ts'

function form(email: string): FormData {
	const data = new FormData()
	data.set('email', email)
	return data
}

const refusing = (
	status: number,
	code: string,
	detail: string,
	fields: Array<{ field: string; detail: string }> = [],
) =>
	vi.fn().mockRejectedValue(
		new ResponseError(new Response(null, { status }), {
			code,
			detail,
			fields: fields.map((field) => ({ ...field, code: 'invalid' })),
		}),
	)

test('a letter is sent to the address that was typed', async () => {
	const call = vi.fn().mockResolvedValue(undefined)
	expect(await submitEmail(call as Call, form(' a@b.test '))).toEqual({ sentTo: 'a@b.test' })
	expect(call.mock.calls).toEqual([[changeEmail, { body: { email: 'a@b.test' } }]])
})

test('an empty address is asked for, and nothing is sent', async () => {
	const call = vi.fn()
	expect(await submitEmail(call as Call, form(' '))).toEqual({ error: 'Введите почту, например ivan@example.ru' })
	expect(call).not.toHaveBeenCalled()
})

test('what the server refuses is told in its words, those about the field first', async () => {
	const field = refusing(400, 'validation', 'Проверьте поля.', [{ field: 'email', detail: 'Такой почты не бывает.' }])
	expect(await submitEmail(field as Call, form('a@b'))).toEqual({ error: 'Такой почты не бывает.' })
	const whole = refusing(429, 'too_many', 'Слишком часто.')
	expect(await submitEmail(whole as Call, form('a@b.test'))).toEqual({ error: 'Слишком часто.' })
})

test('whoever signed in long ago is asked to do it again', async () => {
	const call = refusing(403, 'fresh_sign_in_required', 'Войдите ещё раз.')
	expect(await submitEmail(call as Call, form('a@b.test'))).toEqual({ isAskedAgain: true })
})
