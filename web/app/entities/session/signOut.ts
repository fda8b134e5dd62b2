// Loaded when the user signs out: the client of the API is heavy.

import { signOut } from '@larek/api/store/sdk.gen.ts'
import { call, session } from '~/api/browser.ts'
import { saveUnsentSignOut } from '~/api/unsentSignOut.ts'

/**
 * Ends the session of this device. The browser clears it even if the server cannot be reached; then the cookie that no
 * script can remove is still there, and the request is repeated when the next page hydrates.
 */
export async function signOutHere(): Promise<void> {
	await call(signOut, { body: {} }).catch(saveUnsentSignOut)
	session().signOut()
}
