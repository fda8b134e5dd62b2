import { confirmEmail, showEmailChange } from '@larek/api/store/sdk.gen.ts'
import type { Call } from '~/api/call.ts'
import { ResponseError } from '~/api/errors.ts'

/** How far the confirmation of an address has come. */
export type Confirming =
	| { step: 'shown'; nickname: string; email: string }
	| { step: 'signin' }
	/** Another account is signed in than the one that asked. */
	| { step: 'other'; detail: string }
	| { step: 'failed'; detail?: string }
	| { step: 'done' }

/** The two steps of the page a letter leads to: the first shows what would be confirmed, the second confirms it. */
export function submitConfirmation(call: Call, form: FormData): Promise<Confirming> {
	const token = String(form.get('token') ?? '')
	return form.get('step') === 'confirm' ? confirmWith(call, token) : lookWith(call, token)
}

/** What the link would confirm, and for whom. It changes nothing. */
async function lookWith(call: Call, token: string): Promise<Confirming> {
	try {
		const { nickname, email } = await call(showEmailChange, { body: { token } })
		return { step: 'shown', nickname, email }
	} catch (error) {
		return refused(error)
	}
}

async function confirmWith(call: Call, token: string): Promise<Confirming> {
	try {
		await call(confirmEmail, { body: { token } })
		return { step: 'done' }
	} catch (error) {
		return refused(error)
	}
}

function refused(error: unknown): Confirming {
	if (!(error instanceof ResponseError)) return { step: 'failed' }
	if (error.status === 401) return { step: 'signin' }
	if (error.problem?.code === 'email.other_account') return { step: 'other', detail: error.detail ?? '' }
	return { step: 'failed', detail: error.detail }
}
