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
 * Known only in the browser: the page itself is rendered for nobody in particular. The cookie is looked for here and
 * not through api/session.ts, which would come along whole to every guest.
 */
export const isSignedIn = () => /(^|; )access=./.test(document.cookie)

export function useSignedIn(): boolean {
	return useSyncExternalStore(subscribe, isSignedIn, () => false)
}

/** The cookies were written here. */
export function sessionChanged(): void {
	for (const listener of listeners) listener()
}
