// Loaded on the page a letter leads to: the client of the API is heavy.
import { call } from '~/api/browser.ts'
import { isSignedIn } from '~/entities/session/signedInState.ts'
import { refetchUser } from '~/entities/session/user.ts'
import { type Confirming, submitConfirmation } from './confirmEmail.ts'

export async function confirmInBrowser(form: FormData): Promise<Confirming> {
	if (!isSignedIn()) return { step: 'signin' }
	const result = await submitConfirmation(call, form)
	if (result.step === 'done') await refetchUser()
	return result
}
