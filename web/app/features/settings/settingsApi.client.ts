// Loaded when the settings have come alive: the client of the API is heavy.
import { call, session } from '~/api/browser.ts'
import * as sdk from '~/api/gen/sdk.gen.ts'
import type { ConsentKind, SocialProvider, UnbindableProvider } from '~/api/gen/types.gen.ts'
import { askFresh } from '~/entities/session/freshSignIn.ts'
import { leave } from '~/entities/session/signOut.ts'
import { begin } from '~/entities/session/startSignIn.ts'
import { keepUser } from '~/entities/session/user.ts'

export { askMethods } from '~/entities/session/startSignIn.ts'
export { leave }

/** Leaves for a service to be linked. Whoever signed in long ago is asked to do it again first, not after the way. */
export async function bind(provider: SocialProvider): Promise<void> {
	if (session().isFresh(Date.now())) await begin({ provider, kind: 'bind', back: '/ru/profile/settings' })
	else askFresh()
}

export async function unbind(provider: UnbindableProvider): Promise<void> {
	keepUser(await call(sdk.unbindSocial, { path: { provider } }))
}

export const askSessions = () => call(sdk.listSessions)

export async function endSession(id: string): Promise<void> {
	await call(sdk.endSession, { path: { session: id } })
}

/** This device too: its tokens are no good any more. */
export async function endEverywhere(): Promise<void> {
	await call(sdk.endSessions)
	await leave()
}

export const askConsents = () => call(sdk.listConsents)
export const setConsent = (kind: ConsentKind, given: boolean) => call(sdk.setConsent, { body: { kind, given } })

export const askExport = () => call(sdk.exportData)

export async function erase(): Promise<void> {
	await call(sdk.eraseAccount, { body: { confirm: 'erase' } })
	await leave()
}
