import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let current = Date.now()

function subscribe(listener: () => void) {
	listeners.add(listener)
	current = Date.now()
	timer ??= setInterval(() => {
		current = Date.now()
		for (const each of listeners) each()
	}, 10_000)
	return () => {
		listeners.delete(listener)
		if (listeners.size > 0) return
		clearInterval(timer)
		timer = undefined
	}
}

/** The time, moved on every ten seconds for the whole page at once. */
export function useNow(): number {
	return useSyncExternalStore(
		subscribe,
		() => current,
		() => current,
	)
}
