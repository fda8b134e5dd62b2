// Loaded when somebody signs out: the client of the API is heavy.
import { call, session } from '~/api/browser.ts'
import { signOut } from '~/api/gen/sdk.gen.ts'

/** Ends the session of this device. The browser forgets it even if the server cannot be told. */
export async function leave(): Promise<void> {
	const { refresh } = session()
	if (refresh) await call(signOut, { body: { refresh } }).catch(() => {})
	session().signOut()
}
