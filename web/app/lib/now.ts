import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let current = 0

function subscribe(listener: () => void) {
	listeners.add(listener)
	if (!timer) {
		current = Date.now()
		timer = setInterval(() => {
			current = Date.now()
			for (const each of listeners) each()
		}, 10_000)
	}
	return () => {
		listeners.delete(listener)
		if (listeners.size > 0) return
		clearInterval(timer)
		timer = undefined
		current = 0
	}
}

/** The time now, every ten seconds; while the page comes alive, the time the server rendered it. */
export function useNow(renderedAt: number): number {
	return useSyncExternalStore(
		subscribe,
		() => current || renderedAt,
		() => renderedAt,
	)
}

const never = () => () => {}

/** False on the server and while the page comes alive, true ever after. */
export function useHydrated(): boolean {
	return useSyncExternalStore(
		never,
		() => true,
		() => false,
	)
}
