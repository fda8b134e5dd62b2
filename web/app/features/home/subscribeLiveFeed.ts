// Loaded once the page is awake and idle: the client of the API is heavy, and a page asleep asks for nothing.
import { call } from '~/api/browser.ts'
import { getLiveFeed } from '~/api/gen/sdk.gen.ts'
import { type Delivery, deliveryOf, feedLength } from './feedItem.ts'

/** Gives the feed at once and anew with every delivery, while the page is in sight; returns what stops it. */
export function followFeed(show: (deliveries: Delivery[]) => void): () => void {
	let stream: EventSource | undefined
	let asked = 0

	async function ask() {
		const turn = ++asked
		try {
			const { results } = await call(getLiveFeed, { query: { limit: feedLength } })
			if (turn === asked) show(results.map(deliveryOf))
		} catch {
			// what is shown stays; the next delivery asks again
		}
	}
	// A page nobody looks at holds no connection: browsers give a shop only six.
	function onSight() {
		stream?.close()
		stream = undefined
		if (document.hidden) return
		stream = new EventSource('/api/live_feed/events/')
		// The page may come from a cache, and deliveries go on while nobody listens.
		stream.addEventListener('open', ask)
		stream.addEventListener('change', ask)
	}

	onSight()
	document.addEventListener('visibilitychange', onSight)
	return () => {
		asked++
		stream?.close()
		document.removeEventListener('visibilitychange', onSight)
	}
}
