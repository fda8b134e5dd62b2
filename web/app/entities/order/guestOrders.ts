// The list of this browser's orders is a guest's. While a user is signed in, orders of the account are added to it;
// they are removed when the user signs out.
import { ordersKey } from './hasLocalOrders.ts'
import { loadLocalOrders } from './localOrders.ts'

const guestKey = `${ordersKey}.guest`

/** Called before a sign-in. */
export function saveGuestOrders(): void {
	try {
		localStorage.setItem(guestKey, localStorage.getItem(ordersKey) ?? '')
	} catch {
		// storage is switched off: there is no list
	}
}

/** Called after a sign-out: restores the list from before the sign-in. */
export function restoreGuestOrders(): void {
	try {
		const before = localStorage.getItem(guestKey)
		localStorage.removeItem(guestKey)
		if (before) localStorage.setItem(ordersKey, before)
		else localStorage.removeItem(ordersKey)
	} catch {
		// as above
	}
	loadLocalOrders()
}
