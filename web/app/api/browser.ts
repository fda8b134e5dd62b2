// The calls a page makes after it has come alive. On the server use api.server.ts.
import { clearCarts } from '~/features/cart/store.ts'
import { notify } from '~/features/notice/notices.ts'
import { type Call, createCall } from './call.ts'
import { Session } from './session.ts'

let made: { call: Call; session: Session } | undefined

/** Made on first use, because none of it exists while a page is rendered on the server. */
function browser() {
	if (!made) {
		const session = new Session(document, location.protocol === 'https:')
		session.onSignOut(clearCarts)
		const onNoAccess = (detail: string) => {
			session.signOut()
			notify('error', detail)
		}
		made = { session, call: createCall({ origin: location.origin, session, onNoAccess }) }
	}
	return made
}

export const call: Call = (operation, ...options) => browser().call(operation, ...options)

export function session(): Session {
	return browser().session
}
