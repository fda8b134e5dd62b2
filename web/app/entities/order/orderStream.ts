// Follows one order: the server tells of every change, and where it cannot (a proxy that holds streams back, an old
// browser, a server being restarted) the order is asked about every three seconds until the stream is there again.

export const pollEvery = 3_000
/** A stream the server has refused is tried again after this long; a broken one the browser reopens by itself. */
export const reopenAfter = 15_000

export interface Stream {
	readyState: number
	addEventListener(type: string, listener: () => void): void
	close(): void
}

interface Following {
	hash: string
	/** Something has happened, or may have while nobody listened. */
	onChange: () => void
	/** Where the order stands, as one word that differs when anything does. */
	ask: () => Promise<string>
	open?: (url: string) => Stream
}

const closed = 2

/** Returns what stops it. */
export function follow({ hash, onChange, ask, open = (url) => new EventSource(url) }: Following): () => void {
	let stream: Stream | undefined
	let polling: ReturnType<typeof setInterval> | undefined
	let reopening: ReturnType<typeof setTimeout> | undefined
	let seen: string | undefined

	function listen() {
		const current = open(`/api/orders/${hash}/events/`)
		stream = current
		current.addEventListener('open', () => {
			clearInterval(polling)
			polling = undefined
			onChange()
		})
		current.addEventListener('change', onChange)
		current.addEventListener('error', () => {
			polling ??= setInterval(poll, pollEvery)
			if (current.readyState !== closed) return
			clearTimeout(reopening)
			reopening = setTimeout(listen, reopenAfter)
		})
	}
	async function poll() {
		try {
			const stands = await ask()
			if (seen !== undefined && stands !== seen) onChange()
			seen = stands
		} catch {
			// the next question may have more luck
		}
	}
	// A phone freezes the page while the buyer is in the bank's application.
	function onSight() {
		if (!document.hidden) onChange()
	}

	listen()
	document.addEventListener('visibilitychange', onSight)
	return () => {
		stream?.close()
		clearInterval(polling)
		clearTimeout(reopening)
		document.removeEventListener('visibilitychange', onSight)
	}
}
