import { useSyncExternalStore } from 'react'

function subscribe(listener: () => void) {
	window.addEventListener('online', listener)
	window.addEventListener('offline', listener)
	return () => {
		window.removeEventListener('online', listener)
		window.removeEventListener('offline', listener)
	}
}

/** Whether the browser has a network; taken for granted before hydration. */
export function useOnline(): boolean {
	return useSyncExternalStore(
		subscribe,
		() => navigator.onLine,
		() => true,
	)
}
