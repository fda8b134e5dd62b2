// The calls a page makes after it has come alive. On the server use api.server.ts.

import { notify } from '~/components/toast/toasts.ts'
import { clearCarts } from '~/entities/cart/cartStore.ts'
import { sessionChanged } from '~/entities/session/signedInState.ts'
import { forgetUser } from '~/entities/session/user.ts'
import { keepUnsaid, takeUnsaid } from '~/features/auth/savedCallback.ts'
import { m } from '~/paraglide/messages.js'
import { type Call, createCall } from './call.ts'
import { signOut } from './gen/sdk.gen.ts'
import { type Lock, Session } from './session.ts'

/** Not every browser has locks, and none does without https. */
const lock: Lock = (work) => (navigator.locks ? navigator.locks.request('larek.refresh', work) : work())

let made: { call: Call; session: Session } | undefined

/** Made on first use, because none of it exists while a page is rendered on the server. */
function browser() {
	if (!made) {
		const session = new Session(document, { secure: location.protocol === 'https:', lock })
		session.onSignOut((why) => {
			forgetUser()
			clearCarts()
			sessionChanged()
			if (why === 'over') {
				notify('warning', m['auth.over']())
				dropCookie()
			}
		})
		const onNoAccess = (detail: string) => {
			session.signOut()
			dropCookie()
			notify('error', detail)
		}
		const call = createCall({ origin: location.origin, session, onNoAccess })
		/** The cookie with the refresh token is the API's to remove. */
		const dropCookie = () => call(signOut, { body: {} }).catch(keepUnsaid)
		made = { session, call }
		if (takeUnsaid() && !session.access) dropCookie()
	}
	return made
}

export const call: Call = (operation, ...options) => browser().call(operation, ...options)

export function session(): Session {
	return browser().session
}
