// Loaded on the page a provider redirects to: the client of the API is heavy.

import { bindSocial, signInWithSocial } from '@larek/api/store/sdk.gen.ts'
import type { BindableProvider, SocialProvider } from '@larek/api/store/types.gen.ts'
import { call, session } from '~/api/browser.ts'
import { ResponseError } from '~/api/errors.ts'
import { showToast } from '~/components/toast/toasts.ts'
import { isEmail } from '~/entities/cart/cart.ts'
import { readDraft } from '~/entities/order/draft.ts'
import { saveGuestOrders } from '~/entities/order/guestOrders.ts'
import { fetchProfile } from '~/entities/session/fetchProfile.ts'
import { providerTitle } from '~/entities/session/providers.ts'
import { isSignedIn, notifySessionChanged } from '~/entities/session/signedInState.ts'
import { type SignInIntent, takeSignInIntent } from '~/entities/session/signInIntent.ts'
import { returnAddress } from '~/entities/session/startSignIn.ts'
import { setUser } from '~/entities/session/user.ts'
import { m } from '~/paraglide/messages.js'
import { type CallbackParams, readCallbackParams } from './callbackParams.ts'

export interface Arrived {
	back: string
	/** The sign-in failed; the message says why. */
	failed?: string
	/** The provider sent no email, and the shop has none. */
	needsEmail?: boolean
}

/** Finishes what the buyer left for. An answer of a provider works once. */
export async function completeSignIn(provider: string, search: string): Promise<Arrived> {
	const intent = takeSignInIntent(provider)
	const params = readCallbackParams(search)
	const { back, kind } = intent
	if (!params) return { back, failed: kind === 'bind' ? m['auth.bind_declined']() : m['auth.declined']() }
	try {
		return kind === 'bind' ? await bind(intent, params) : await enter(intent, params)
	} catch (error) {
		return { back, failed: (error instanceof ResponseError && error.detail) || m['auth.failed']() }
	}
}

async function bind({ provider, back }: SignInIntent, params: CallbackParams): Promise<Arrived> {
	const body = { ...params, redirectUri: returnAddress(provider) }
	setUser(await call(bindSocial, { path: { provider: provider as BindableProvider }, body }))
	showToast('success', m['settings.bound']({ title: providerTitle(provider) }))
	return { back }
}

async function enter({ provider, back }: SignInIntent, params: CallbackParams): Promise<Arrived> {
	// Used when the provider sends none: the buyer has entered it for an order a moment ago.
	const email = draftEmail()
	const body = { ...params, redirectUri: returnAddress(provider), inCookie: true, ...(email && { email }) }
	const tokens = await call(signInWithSocial, { path: { provider: provider as SocialProvider }, body })
	if (!isSignedIn()) saveGuestOrders()
	session().signIn(tokens)
	notifySessionChanged()
	const profile = await fetchProfile()
	setUser(profile)
	const needsEmail = !profile.email && !profile.pendingEmail
	if (!needsEmail) showToast('success', m['auth.hello']({ name: profile.nickname }))
	return { back, needsEmail }
}

/** The address typed into the order form of this tab, if it is one. */
function draftEmail(): string | undefined {
	const email = readDraft(0).email?.trim() ?? ''
	return isEmail(email) ? email : undefined
}
