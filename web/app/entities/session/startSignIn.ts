// Loaded when somebody signs in or links a provider: the client of the API is heavy.
import { call } from '~/api/browser.ts'
import { getSocialLink, listSignInMethods } from '~/api/gen/sdk.gen.ts'
import type { SignInMethod, SocialProvider } from '~/api/gen/types.gen.ts'
import { type Errand, keepErrand } from './signInIntent.ts'

export const askMethods = (): Promise<SignInMethod[]> => call(listSignInMethods)

/** The one address every provider knows; it leads to the page under /ru. */
export const returnAddress = (provider: string) => `${location.origin}/auth/${provider}/redirect/`

/** Leaves for the provider's page. */
export async function begin(errand: Errand & { provider: SocialProvider }): Promise<void> {
	const { provider } = errand
	const { url } = await call(getSocialLink, {
		path: { provider },
		query: { redirectUri: returnAddress(provider) },
	})
	keepErrand(errand)
	location.assign(url)
}
