// Loaded when a user signs in or links a provider: the client of the API is heavy.

import { getSocialLink, listSignInMethods } from '@larek/api/store/sdk.gen.ts'
import type { SignInMethod, SocialProvider } from '@larek/api/store/types.gen.ts'
import { href } from 'react-router'
import { call } from '~/api/browser.ts'
import { type SignInIntent, saveSignInIntent } from './signInIntent.ts'

export const fetchSignInMethods = (): Promise<SignInMethod[]> => call(listSignInMethods)

/** The one address every provider knows; it leads to the page under /ru. */
export const returnAddress = (provider: string) =>
	`${location.origin}${href('/auth/:social/redirect', { social: provider })}/`

/** Leaves for the provider's page. */
export async function startSignIn(intent: SignInIntent & { provider: SocialProvider }): Promise<void> {
	const { provider } = intent
	const { url } = await call(getSocialLink, {
		path: { provider },
		query: { redirectUri: returnAddress(provider) },
	})
	saveSignInIntent(intent)
	location.assign(url)
}
