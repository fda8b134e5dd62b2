// A sign-out that did not reach the server.
const key = 'larek.unsaid'

export function saveUnsentSignOut(): void {
	try {
		localStorage.setItem(key, '1')
	} catch {
		// storage is switched off: the next sign-in replaces the cookie
	}
}

/** Whether there is one, once. */
export function takeUnsentSignOut(): boolean {
	try {
		const has = localStorage.getItem(key) !== null
		localStorage.removeItem(key)
		return has
	} catch {
		return false
	}
}
