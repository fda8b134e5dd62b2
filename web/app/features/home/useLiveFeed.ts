import { useEffect, useState } from 'react'
import { whenIdle } from '~/lib/idle.ts'
import { type Delivery, keyOf } from './feedItem.ts'

interface Feed {
	deliveries: Delivery[] | null
	/** Keys of what has come since the page was opened. */
	fresh: ReadonlySet<string>
	isLive: boolean
}

/** The feed as it came with the page, and once the page is awake, as it goes on. */
export function useFeed(loaded: Delivery[] | null): Feed {
	const [live, setLive] = useState<Delivery[]>()
	useEffect(() => {
		let stop: (() => void) | undefined
		let gone = false
		whenIdle(async () => {
			if (gone) return
			const { followFeed } = await import('./subscribeLiveFeed.ts')
			if (!gone) stop = followFeed(setLive)
		})
		return () => {
			gone = true
			stop?.()
		}
	}, [])
	const known = new Set(loaded?.map(keyOf))
	return {
		deliveries: live ?? loaded,
		fresh: new Set(live?.map(keyOf).filter((key) => !known.has(key))),
		isLive: live !== undefined,
	}
}
