import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()

/** Other tabs sign in and out too: coming back to the page, it looks again. */
function subscribe(listener: () => void) {
	listeners.add(listener)
	document.addEventListener('visibilitychange', listener)
	return () => {
		listeners.delete(listener)
		document.removeEventListener('visibilitychange', listener)
	}
}

/**
 * Known only in the browser: the page itself is rendered for all visitors alike. The cookie is read here and not
 * through api/session.ts, which every guest would have to load.
 */
export const isSignedIn = () => /(^|; )access=./.test(document.cookie)

export function useSignedIn(): boolean {
	return useSyncExternalStore(subscribe, isSignedIn, () => false)
}

/** The cookies were written here. */
export function notifySessionChanged(): void {
	for (const listener of listeners) listener()
}
