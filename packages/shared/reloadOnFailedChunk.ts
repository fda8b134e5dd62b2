const key = 'shop.reloaded'
const guard = 10_000

/**
 * The messages of Chromium, Firefox, Safari and Vite. They have to be distinguished: Vite treats `import(…).then(ask)`
 * as one unit and reports the same for a request the server refused.
 */
const failed = /dynamically imported module|importing a module script|unable to preload css/i

/**
 * A part of a build that no longer exists: the page is reloaded, but not repeatedly, and never without a network:
 * the part is then requested again once the network is back (`lazyPart`).
 */
export function reloadOnFailedChunk(reload = () => location.reload()): void {
	addEventListener('vite:preloadError', ({ payload }) => {
		if (navigator.onLine && failed.test(payload.message) && mayReload()) reload()
	})
}

function mayReload(): boolean {
	try {
		const last = Number(sessionStorage.getItem(key))
		if (Date.now() - last < guard) return false
		sessionStorage.setItem(key, String(Date.now()))
		return true
	} catch {
		return false // without storage it might never stop
	}
}
