import * as sdk from '@larek/api/store/sdk.gen.ts'
import type { ConsentKind, SocialProvider, UnbindableProvider } from '@larek/api/store/types.gen.ts'
import { href } from 'react-router'
// Loaded after the settings are hydrated: the client of the API is heavy.
import { call, session } from '~/api/browser.ts'
import { ResponseError } from '~/api/errors.ts'
import { showToast } from '~/components/toast/toasts.ts'
import { isFreshSignInRequired, requestFreshSignIn } from '~/entities/session/freshSignIn.ts'
import { providerTitle } from '~/entities/session/providers.ts'
import { sendEmail } from '~/entities/session/sendEmail.client.ts'
import { signOutHere } from '~/entities/session/signOut.ts'
import { fetchSignInMethods, startSignIn } from '~/entities/session/startSignIn.ts'
import { refetchUser, setUser } from '~/entities/session/user.ts'
import { m } from '~/paraglide/messages.js'
import type { SettingsData, SettingsResult } from './settings.ts'

/** Each list may fail alone. */
export async function loadSettings(): Promise<SettingsData> {
	const orNull = <T>(promise: Promise<T>) => promise.catch(() => null)
	const [methods, sessions, consents] = await Promise.all([
		orNull(fetchSignInMethods()),
		orNull(call(sdk.listSessions)),
		orNull(call(sdk.listConsents)),
	])
	return { methods, sessions, consents }
}

const text = (form: FormData, name: string) => String(form.get(name) ?? '')

const intents: Record<string, (form: FormData) => Promise<unknown>> = {
	/** Goes to a service to link it. If the sign-in is too old, a fresh one is required first, not afterwards. */
	async bind(form) {
		const provider = text(form, 'provider') as SocialProvider
		if (session().isFresh(Date.now())) await startSignIn({ provider, kind: 'bind', back: href('/ru/profile/settings') })
		else requestFreshSignIn()
	},
	async unbind(form) {
		const provider = text(form, 'provider') as UnbindableProvider
		setUser(await call(sdk.unbindSocial, { path: { provider } }))
		showToast('success', m['settings.unbound']({ title: providerTitle(provider) }))
	},
	leave: signOutHere,
	async end(form) {
		await call(sdk.endSession, { path: { session: text(form, 'session') } })
		showToast('success', m['settings.device_ended']())
	},
	/** This device too: its tokens are no longer valid. */
	async 'end-all'() {
		await call(sdk.endSessions)
		await signOutHere()
		showToast('success', m['settings.ended_everywhere']())
	},
	consent: (form) =>
		call(sdk.setConsent, {
			body: { kind: text(form, 'kind') as ConsentKind, given: text(form, 'given') === 'true' },
		}),
	async email(form) {
		const result = await sendEmail(form)
		if (result.sentTo) showToast('success', m['auth.letter_sent']({ email: result.sentTo }))
		return result
	},
	export: async () => saveFile(await call(sdk.exportData)),
	async erase(form) {
		if (!form.has('sure')) return { error: m['settings.erase_unsure']() }
		const giveUp = form.get('giveUp')
		try {
			await call(sdk.eraseAccount, { body: { confirm: 'erase', ...(giveUp && { giveUp: String(giveUp) }) } })
		} catch (refused) {
			refetchUser() // the sheet names the balance, which may have changed
			throw refused
		}
		await signOutHere()
		showToast('success', m['settings.erased']())
	},
}

/** Does what a form of the settings asks for. A refusal is shown with the server's message. */
export async function submitSettings(form: FormData): Promise<SettingsResult> {
	const intent = text(form, 'intent')
	try {
		return ((await intents[intent]?.(form)) as SettingsResult | undefined) ?? {}
	} catch (caught) {
		if (isFreshSignInRequired(caught)) {
			requestFreshSignIn()
			return { isAskedAgain: true }
		}
		const error = (caught instanceof ResponseError && caught.detail) || m['settings.not_done']()
		// The sheet says it in its own place.
		if (intent !== 'erase') showToast('error', error)
		return { error }
	}
}

/** As a file that humans and programs can read. */
function saveFile(data: object): void {
	const url = URL.createObjectURL(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }))
	const link = document.createElement('a')
	link.href = url
	link.download = `larek-${new Date().toISOString().slice(0, 10)}.json`
	link.click()
	URL.revokeObjectURL(url)
}
