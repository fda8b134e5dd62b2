// Loaded on the page a letter leads to: the client of the API is heavy.
import { call } from '~/api/browser.ts'
import { type Confirming, confirmWith, lookWith } from './confirming.ts'
import { isSignedIn } from './signedIn.ts'
import { refetchUser } from './user.ts'

export const look = async (token: string): Promise<Confirming> =>
	isSignedIn() ? lookWith(call, token) : { step: 'signin' }

export async function confirm(token: string): Promise<Confirming> {
	const result = await confirmWith(call, token)
	if (result.step === 'done') await refetchUser()
	return result
}
