// Loaded when an address is given: the client of the API is heavy.
import { call } from '~/api/browser.ts'
import { requestFreshSignIn } from './freshSignIn.ts'
import { type EmailResult, submitEmail } from './submitEmail.ts'
import { refetchUser } from './user.ts'

export async function sendEmail(form: FormData): Promise<EmailResult> {
	const result = await submitEmail(call, form)
	if (result.isAskedAgain) requestFreshSignIn()
	// The address that waits is shown in the profile.
	if (result.sentTo) await refetchUser()
	return result
}
