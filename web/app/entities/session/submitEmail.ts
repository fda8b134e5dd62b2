import { changeEmail } from '@larek/api/store/sdk.gen.ts'
import type { Call } from '~/api/call.ts'
import { ResponseError } from '~/api/errors.ts'
import { m } from '~/paraglide/messages.js'
import { isFreshSignInRequired } from './freshSignIn.ts'

export interface EmailResult {
	/** Where the letter has gone. */
	sentTo?: string
	error?: string
	/** A fresh sign-in is required first. */
	isAskedAgain?: boolean
}

/** Has a letter sent to a new address; it counts once the link in it was followed. */
export async function submitEmail(call: Call, form: FormData): Promise<EmailResult> {
	const email = String(form.get('email') ?? '').trim()
	if (!email) return { error: m['auth.email_missing']() }
	try {
		await call(changeEmail, { body: { email } })
		return { sentTo: email }
	} catch (caught) {
		if (isFreshSignInRequired(caught)) return { isAskedAgain: true }
		const reason = caught instanceof ResponseError && (caught.field('email') ?? caught.detail)
		return { error: reason || m['auth.email_failed']() }
	}
}
