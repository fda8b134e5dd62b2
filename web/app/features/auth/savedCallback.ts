// A sign-out the server was not told of.
const key = 'larek.unsaid'

export function keepUnsaid(): void {
	try {
		localStorage.setItem(key, '1')
	} catch {
		// storage is switched off: the next sign-in replaces the cookie
	}
}

/** Whether there is one, once. */
export function takeUnsaid(): boolean {
	try {
		const has = localStorage.getItem(key) !== null
		localStorage.removeItem(key)
		return has
	} catch {
		return false
	}
}
