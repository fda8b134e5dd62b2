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

/** Loads a part of a page; one that does not come is requested once more when there is a network. */
export const loadOnline = <T>(load: () => Promise<T>): Promise<T> => load().catch(() => online().then(load))

function online(): Promise<void> {
	if (navigator.onLine) return new Promise((resolve) => setTimeout(resolve, 1_000))
	return new Promise((resolve) => addEventListener('online', () => resolve(), { once: true }))
}
