// What the form of a gift does when it is sent, by a browser or by the page server for a browser without scripts.

import { createRokkyOrder } from '@larek/api/store/sdk.gen.ts'
import type { Call } from '~/api/call.ts'
import { ResponseError } from '~/api/errors.ts'
import { isEmail } from '~/entities/cart/cart.ts'
import { m } from '~/paraglide/messages.js'

/** The form again, with what was typed and its errors. */
export interface GiftFormResult {
	email: string
	/** About the email. */
	error?: string
	/** About the whole order. */
	detail?: string
}

interface Sender {
	giftId: number
	isSignedIn: boolean
}

export async function submitGiftOrder(
	call: Call,
	form: FormData,
	{ giftId, isSignedIn }: Sender,
): Promise<{ hash: string } | GiftFormResult> {
	const email = String(form.get('email') ?? '').trim()
	// A signed-in buyer is not asked, and a form rendered before that was known may still have the field.
	const error = isSignedIn ? undefined : emailError(email)
	if (error) return { email, error }
	try {
		const { hash } = await call(createRokkyOrder, { body: { gift: giftId, email: isSignedIn ? undefined : email } })
		return { hash }
	} catch (refusal) {
		if (!(refusal instanceof ResponseError)) return { email, detail: m['order_form.failed']() }
		const error = refusal.field('email')
		return { email, error, detail: error ? undefined : (refusal.detail ?? m['order_form.failed']()) }
	}
}

function emailError(email: string): string | undefined {
	if (!email) return m['order_form.error.email']()
	return isEmail(email) ? undefined : m['order_form.error.email_wrong']()
}
