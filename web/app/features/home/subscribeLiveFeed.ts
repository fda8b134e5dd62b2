// Loaded when the feed is first seen: the client of the API is heavy.

import { getLiveFeed } from '@larek/api/store/sdk.gen.ts'
import { call } from '~/api/browser.ts'
import { type FeedItem, feedLength, toFeedItem } from './feedItem.ts'

/** Emits the feed at once and again with every delivery, while the page is visible; returns a stop function. */
export function subscribeLiveFeed(show: (deliveries: FeedItem[]) => void): () => void {
	let stream: EventSource | undefined
	let asked = 0

	async function refresh() {
		const turn = ++asked
		try {
			const { results } = await call(getLiveFeed, { query: { limit: feedLength } })
			if (turn === asked) show(results.map(toFeedItem))
		} catch {
			// what is shown stays; the next delivery asks again
		}
	}
	// A hidden page has no connection: browsers allow only six per origin.
	function onSight() {
		stream?.close()
		stream = undefined
		if (document.hidden) return
		stream = new EventSource('/api/live_feed/events/')
		// The page may come from a cache, and there are deliveries while the stream is closed.
		stream.addEventListener('open', refresh)
		stream.addEventListener('change', refresh)
	}

	onSight()
	document.addEventListener('visibilitychange', onSight)
	return () => {
		asked++
		stream?.close()
		document.removeEventListener('visibilitychange', onSight)
	}
}
