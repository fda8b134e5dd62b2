/** Runs something once the browser has nothing better to do. */
export function whenIdle(run: () => void): void {
	// Safari has no idle callbacks.
	if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: 10_000 })
	else setTimeout(run, 1_000)
}
