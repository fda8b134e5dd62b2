// Loaded when the form is sent: the client of the API is heavy.
import { call, session } from '~/api/browser.ts'
import { saveGuestOrders } from '~/entities/order/guestOrders.ts'
import { isSignedIn, notifySessionChanged } from '~/entities/session/signedInState.ts'
import { loadUser } from '~/entities/session/user.ts'
import { type PasswordResult, submitPassword } from './submitPassword.ts'

export async function enterWithPassword(form: FormData): Promise<PasswordResult> {
	const result = await submitPassword(call, form)
	if (!('access' in result)) return result
	if (!isSignedIn()) saveGuestOrders()
	session().signIn(result)
	notifySessionChanged()
	loadUser()
	return result
}
