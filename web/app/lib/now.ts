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

function everySecond(listener: () => void) {
	const seconds = setInterval(listener, 1_000)
	return () => clearInterval(seconds)
}

const wholeSecond = (time: number) => Math.floor(time / 1_000) * 1_000

/** The time now to the second, for what is counted down. */
export function useSecond(renderedAt: number): number {
	return useSyncExternalStore(
		everySecond,
		() => wholeSecond(Date.now()),
		() => wholeSecond(renderedAt),
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

/** The reader's own time zone once the page is alive; undefined, which is Moscow where the server thinks, before. */
export function useZone(): string | undefined {
	return useHydrated() ? Intl.DateTimeFormat().resolvedOptions().timeZone : undefined
}
