const key = 'larek.reloaded'
const guard = 10_000

/** A part of a build that is no more: the page is loaded again, but not over and over. */
export function reloadOnFailedChunk(reload = () => location.reload()): void {
	addEventListener('vite:preloadError', () => {
		if (mayReload()) reload()
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
