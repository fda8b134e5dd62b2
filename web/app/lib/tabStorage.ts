const prefix = 'larek.'

/** Clears what this tab has stored of its visitor: typed text, a payment in progress, the sign-in intent. */
export function clearTabStorage(storage: () => Storage = () => sessionStorage): void {
	try {
		const stored = storage()
		for (const key of Object.keys(stored)) if (key.startsWith(prefix)) stored.removeItem(key)
	} catch {
		// storage is switched off: nothing was stored
	}
}
