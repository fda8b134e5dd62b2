// Tracks whether an operator is at the console. Background requests must not postpone the lock.

/** A request this long after the last touch was made by the page itself. */
const idleAfter = 10_000

let touchedAt = Date.now()

/** Records pointer and key events; returns a function that stops it. */
export function watchActivity(target: Window = window): () => void {
	const touch = () => {
		touchedAt = Date.now()
	}
	const events = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const
	for (const name of events) target.addEventListener(name, touch, { capture: true, passive: true })
	return () => {
		for (const name of events) target.removeEventListener(name, touch, { capture: true })
	}
}

export const isIdle = (now = Date.now()): boolean => now - touchedAt > idleAfter

/** When the operator last touched anything. */
export const lastTouch = (): number => touchedAt
