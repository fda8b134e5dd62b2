import { useSyncExternalStore } from 'react'

/** Paper is narrow too, but shows what a desktop does. */
const phone = 'screen and (width < 760px)'

function subscribe(listener: () => void) {
	const query = matchMedia(phone)
	query.addEventListener('change', listener)
	return () => query.removeEventListener('change', listener)
}

/** For components with other markup on a phone. Use styles where only the look differs. */
export function useIsPhone(): boolean {
	return useSyncExternalStore(
		subscribe,
		() => matchMedia(phone).matches,
		() => false,
	)
}
