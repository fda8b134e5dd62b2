import { useSyncExternalStore } from 'react'

const phone = '(width < 760px)'

function subscribe(listener: () => void) {
	const query = matchMedia(phone)
	query.addEventListener('change', listener)
	return () => query.removeEventListener('change', listener)
}

/** For what is built differently on a phone. What only looks different is a matter of styles. */
export function useIsPhone(): boolean {
	return useSyncExternalStore(
		subscribe,
		() => matchMedia(phone).matches,
		() => false,
	)
}
