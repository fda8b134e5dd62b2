const key = 'larek.reloaded'
const guard = 10_000

/**
 * How Chromium, Firefox, Safari and Vite put it. They have to be told apart: Vite takes `import(…).then(ask)` for one
 * thing and says the same of a question the server refused.
 */
const failed = /dynamically imported module|importing a module script|unable to preload css/i

/** A part of a build that is no more: the page is loaded again, but not over and over. */
export function reloadOnFailedChunk(reload = () => location.reload()): void {
	addEventListener('vite:preloadError', ({ payload }) => {
		if (failed.test(payload.message) && mayReload()) reload()
	})
}

function mayReload(): boolean {
	try {
		const last = Number(sessionStorage.getItem(key))
		if (Date.now() - last < guard) return false
		sessionStorage.setItem(key, String(Date.now()))
		return true
	} catch {
		return false // without a memory it might never stop
	}
}
