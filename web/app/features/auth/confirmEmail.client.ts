// Loaded on the page a letter leads to: the client of the API is heavy.
import { call } from '~/api/browser.ts'
import { isSignedIn } from '~/entities/session/signedInState.ts'
import { refetchUser } from '~/entities/session/user.ts'
import { type Confirming, confirmWith, lookWith } from './confirmEmail.ts'

export const look = async (token: string): Promise<Confirming> =>
	isSignedIn() ? lookWith(call, token) : { step: 'signin' }

export async function confirm(token: string): Promise<Confirming> {
	const result = await confirmWith(call, token)
	if (result.step === 'done') await refetchUser()
	return result
}
