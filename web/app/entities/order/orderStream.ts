// Follows one order: the server sends an event with every change, and where it cannot (a proxy that holds streams back,
// an old browser, a server being restarted) the status is polled every three seconds until the stream is there again.

export const pollInterval = 3_000
/** A stream the server has refused is tried again after this long; a broken one the browser reopens by itself. */
export const reopenDelay = 15_000

export interface Stream {
	readyState: number
	addEventListener(type: string, listener: () => void): void
	close(): void
}

interface SubscribeOptions {
	hash: string
	/** Something has happened, or may have while the connection was down. */
	onChange: () => void
	/** The state of the order as one string that changes when anything does. */
	fetchState: () => Promise<string>
	open?: (url: string) => Stream
}

const closed = 2

/** Returns a function that stops it. */
export function subscribeToOrder({
	hash,
	onChange,
	fetchState,
	open = (url) => new EventSource(url),
}: SubscribeOptions): () => void {
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
			polling ??= setInterval(poll, pollInterval)
			if (current.readyState !== closed) return
			clearTimeout(reopening)
			reopening = setTimeout(listen, reopenDelay)
		})
	}
	async function poll() {
		try {
			const state = await fetchState()
			if (seen !== undefined && state !== seen) onChange()
			seen = state
		} catch {
			// the next poll may succeed
		}
	}
	// A phone freezes the page while the buyer is in the bank's application.
	function onSight() {
		if (!document.hidden) onChange()
	}

	listen()
	document.addEventListener('visibilitychange', onSight)
	window.addEventListener('online', onChange)
	return () => {
		stream?.close()
		clearInterval(polling)
		clearTimeout(reopening)
		document.removeEventListener('visibilitychange', onSight)
		window.removeEventListener('online', onChange)
	}
}
