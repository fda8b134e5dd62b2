// Whether an operator sits in front of the console. A request they did not cause must not keep the session from locking.

/** A request this long after the last touch was made by the page itself. */
const idleAfter = 10_000

let touchedAt = Date.now()

/** Follows the operator's hands; returns what ends it. */
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
