import { createToken } from '@larek/api/store/sdk.gen.ts'
import { expect, test, vi } from 'vitest'
import type { Call } from '~/api/call.ts'
import { ResponseError } from '~/api/errors.ts'
import { submitPassword } from './submitPassword.ts'

function form(fields: Record<string, string>): FormData {
	const data = new FormData()
	for (const [name, value] of Object.entries(fields)) data.set(name, value)
	return data
}

const refusing = (code: string, detail: string, fields: Array<{ field: string; code: string; detail: string }> = []) =>
	vi.fn().mockRejectedValue(new ResponseError(new Response(null, { status: 400 }), { code, detail, fields }))

test('POST /api/auth/jwt/create/ sends email, password; gets access, refresh (which goes into its cookie)', async () => {
	const call = vi.fn().mockResolvedValue({ access: 'new', refresh: '' })
	const result = await submitPassword(call as Call, form({ email: ' a@b.test ', password: ' secret ' }))
	expect(result).toEqual({ access: 'new' })
	const body = { email: 'a@b.test', password: ' secret ', otp: undefined, inCookie: true }
	expect(call.mock.calls).toEqual([[createToken, { body }]])
})

test('empty fields say what is wrong, and nothing is sent', async () => {
	const call = vi.fn()
	expect(await submitPassword(call as Call, form({ email: '', password: '' }))).toEqual({
		email: '',
		needsOtp: false,
		errors: { email: 'Введите почту, например ivan@example.ru', password: 'Введите пароль' },
	})
	expect(call).not.toHaveBeenCalled()
})

test('a wrong password is said about the form, not about a field', async () => {
	const call = refusing('signin.wrong_password', 'Почта или пароль не подходят.')
	const result = await submitPassword(call as Call, form({ email: 'a@b.test', password: 'x' }))
	expect(result).toMatchObject({ needsOtp: false, errors: { form: 'Почта или пароль не подходят.' } })
})

test('an account with an authenticator is asked for its code, and a wrong one is said so', async () => {
	const asked = refusing('signin.code_required', 'Введите шесть цифр.', [
		{ field: 'otp', code: 'required', detail: 'Введите.' },
	])
	expect(await submitPassword(asked as Call, form({ email: 'a@b.test', password: 'x' }))).toEqual({
		email: 'a@b.test',
		needsOtp: true,
		errors: { email: undefined, otp: undefined, form: undefined },
	})
	const wrong = refusing('signin.wrong_code', 'Код не подошёл.', [
		{ field: 'otp', code: 'wrong_value', detail: 'Код не подошёл.' },
	])
	const result = await submitPassword(wrong as Call, form({ email: 'a@b.test', password: 'x', otp: '123 456' }))
	expect(result).toMatchObject({ needsOtp: true, errors: { otp: 'Код не подошёл.' } })
})
