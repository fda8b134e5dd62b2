import { type ComponentType, lazy } from 'react'

/**
 * A part of a screen that is loaded when it is first shown. If it does not load it is requested once more when there is
 * a network; a part of an old build makes the page load again (`reloadOnFailedChunk`).
 */
export const lazyPart = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
	lazy(async () => ({ default: await load().catch(() => online().then(load)) }))

function online(): Promise<void> {
	if (navigator.onLine) return new Promise((resolve) => setTimeout(resolve, 1_000))
	return new Promise((resolve) => addEventListener('online', () => resolve(), { once: true }))
}
