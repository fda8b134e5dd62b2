import { createToken } from '@larek/api/store/sdk.gen.ts'
import type { Call } from '~/api/call.ts'
import { ResponseError } from '~/api/errors.ts'
import { m } from '~/paraglide/messages.js'

export interface PasswordErrors {
	email?: string
	password?: string
	otp?: string
	/** About none of the fields. */
	form?: string
}

export type PasswordResult = { access: string } | { email: string; needsOtp: boolean; errors: PasswordErrors }

/** Signs in with an address and a password; the refresh token goes into its cookie. */
export async function submitPassword(call: Call, form: FormData): Promise<PasswordResult> {
	const text = (name: string) => String(form.get(name) ?? '')
	const email = text('email').trim()
	const password = text('password')
	const otp = text('otp').replaceAll(/\s/g, '')
	const needsOtp = form.has('otp')
	const errors: PasswordErrors = {
		...(!email && { email: m['auth.email_missing']() }),
		...(!password && { password: m['auth.password_missing']() }),
		...(needsOtp && !/^\d{6}$/.test(otp) && { otp: m['auth.otp_missing']() }),
	}
	if (Object.keys(errors).length > 0) return { email, needsOtp, errors }
	try {
		const { access } = await call(createToken, { body: { email, password, otp: otp || undefined, inCookie: true } })
		return { access }
	} catch (error) {
		if (!(error instanceof ResponseError)) throw error
		const isAsked = error.problem?.code === 'signin.code_required'
		const fields = { email: error.field('email'), otp: isAsked ? undefined : error.field('otp') }
		const isTold = isAsked || fields.email || fields.otp
		const reason = isTold ? undefined : (error.detail ?? m['auth.password_failed']())
		return { email, needsOtp: needsOtp || isAsked, errors: { ...fields, form: reason } }
	}
}
