// Loaded on the page a provider sends people back to: the client of the API is heavy.
import { call, session } from '~/api/browser.ts'
import { ResponseError } from '~/api/errors.ts'
import { bindSocial, signInWithSocial } from '~/api/gen/sdk.gen.ts'
import type { BindableProvider, SocialProvider } from '~/api/gen/types.gen.ts'
import { notify } from '~/components/toast/toasts.ts'
import { askProfile } from '~/entities/session/fetchProfile.ts'
import { providerTitle } from '~/entities/session/providers.ts'
import { sessionChanged } from '~/entities/session/signedInState.ts'
import { type Errand, takeErrand } from '~/entities/session/signInIntent.ts'
import { returnAddress } from '~/entities/session/startSignIn.ts'
import { keepUser } from '~/entities/session/user.ts'
import { m } from '~/paraglide/messages.js'
import { type Answer, answerOf } from './callbackParams.ts'

export interface Arrived {
	back: string
	/** Nothing came of it, in words. */
	failed?: string
	/** The provider told no e-mail, and the shop knows none. */
	needsEmail?: boolean
}

let arriving: Promise<Arrived> | undefined

/** An answer works once, so it is used once, however often the page renders. */
export function arrive(provider: string, search: string): Promise<Arrived> {
	arriving ??= settle(takeErrand(provider), answerOf(search)).finally(() => {
		arriving = undefined
	})
	return arriving
}

async function settle(errand: Errand, answer: Answer | null): Promise<Arrived> {
	const { back, kind } = errand
	if (!answer) return { back, failed: kind === 'bind' ? m['auth.bind_declined']() : m['auth.declined']() }
	try {
		return kind === 'bind' ? await bind(errand, answer) : await enter(errand, answer)
	} catch (error) {
		return { back, failed: (error instanceof ResponseError && error.detail) || m['auth.failed']() }
	}
}

async function bind({ provider, back }: Errand, answer: Answer): Promise<Arrived> {
	const body = { ...answer, redirectUri: returnAddress(provider) }
	keepUser(await call(bindSocial, { path: { provider: provider as BindableProvider }, body }))
	notify('success', m['settings.bound']({ title: providerTitle(provider) }))
	return { back }
}

async function enter({ provider, back }: Errand, answer: Answer): Promise<Arrived> {
	const body = { ...answer, redirectUri: returnAddress(provider), inCookie: true }
	session().signIn(await call(signInWithSocial, { path: { provider: provider as SocialProvider }, body }))
	sessionChanged()
	const profile = await askProfile()
	keepUser(profile)
	const needsEmail = !profile.email && !profile.pendingEmail
	if (!needsEmail) notify('success', m['auth.hello']({ name: profile.nickname }))
	return { back, needsEmail }
}
