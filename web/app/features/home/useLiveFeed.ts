import { type RefObject, useEffect, useRef, useState } from 'react'
import type { FeedItem } from './feedItem.ts'

interface LiveFeedState {
	deliveries: FeedItem[] | null
	/** Numbers of what has come since the page was opened. */
	fresh: ReadonlySet<number>
	isLive: boolean
	/** The place of the feed on the page. */
	place: RefObject<HTMLElement | null>
}

/** The feed as rendered with the page, and with new deliveries from when it was first seen. */
export function useLiveFeed(loaded: FeedItem[] | null): LiveFeedState {
	const [live, setLive] = useState<FeedItem[]>()
	const place = useRef<HTMLElement>(null)
	useEffect(() => {
		let stop: (() => void) | undefined
		let gone = false
		const watcher = new IntersectionObserver(async ([entry]) => {
			if (!entry?.isIntersecting) return
			watcher.disconnect()
			const { subscribeLiveFeed } = await import('./subscribeLiveFeed.ts')
			if (!gone) stop = subscribeLiveFeed(setLive)
		})
		if (place.current) watcher.observe(place.current)
		return () => {
			gone = true
			watcher.disconnect()
			stop?.()
		}
	}, [])
	const known = new Set(loaded?.map(({ id }) => id))
	return {
		deliveries: live ?? loaded,
		fresh: new Set(live?.map(({ id }) => id).filter((id) => !known.has(id))),
		isLive: live !== undefined,
		place,
	}
}
