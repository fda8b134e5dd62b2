// The calls a page makes after hydration. On the server use api.server.ts.

import { signOut } from '@larek/api/store/sdk.gen.ts'
import { type Call, createCall } from './call.ts'
import { type Lock, Session } from './session.ts'
import { emitSessionSignal } from './sessionSignals.ts'
import { saveUnsentSignOut, takeUnsentSignOut } from './unsentSignOut.ts'

/** Not every browser has Web Locks, and none has them without https. */
const lock: Lock = (work) => (navigator.locks ? navigator.locks.request('larek.refresh', work) : work())

let made: { call: Call; session: Session } | undefined

/** Made on first use, because none of it exists while a page is rendered on the server. */
function browser() {
	if (!made) {
		const session = new Session(document, { secure: location.protocol === 'https:', lock })
		session.onSignOut((reason) => {
			emitSessionSignal({ type: 'signedOut', reason })
			if (reason === 'over') dropCookie()
		})
		const onNoAccess = (detail: string) => {
			session.signOut()
			dropCookie()
			emitSessionSignal({ type: 'noAccess', detail })
		}
		const call = createCall({ origin: location.origin, session, onNoAccess })
		/** Only the API can remove the cookie with the refresh token. */
		const dropCookie = () => call(signOut, { body: {} }).catch(saveUnsentSignOut)
		made = { session, call }
		if (takeUnsentSignOut() && !session.access) dropCookie()
	}
	return made
}

export const call: Call = (operation, ...options) => browser().call(operation, ...options)

export function session(): Session {
	return browser().session
}
