// Loaded when somebody signs out: the client of the API is heavy.
import { call, session } from '~/api/browser.ts'
import { signOut } from '~/api/gen/sdk.gen.ts'
import { keepUnsaid } from '~/features/auth/savedCallback.ts'

/**
 * Ends the session of this device. The browser forgets it even if the server cannot be told; then the cookie that no
 * script can remove is still there, and the server is told when the next page comes alive.
 */
export async function leave(): Promise<void> {
	await call(signOut, { body: {} }).catch(keepUnsaid)
	session().signOut()
}
