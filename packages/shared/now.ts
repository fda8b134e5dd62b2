import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let current = 0
const startedAt = Date.now()

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

/**
 * The current time, every ten seconds; during hydration, the time the server rendered the page. A page that no server
 * rendered leaves it out.
 */
export function useNow(renderedAt = startedAt): number {
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

/** False on the server and during hydration, true afterwards. */
export function useHydrated(): boolean {
	return useSyncExternalStore(
		never,
		() => true,
		() => false,
	)
}

let zone: string | undefined

/** The reader's own time zone. */
export function ownZone(): string {
	zone ??= Intl.DateTimeFormat().resolvedOptions().timeZone
	return zone
}

/** The reader's own time zone after hydration; undefined, which means Moscow as on the server, before. */
export function useZone(): string | undefined {
	return useHydrated() ? ownZone() : undefined
}
