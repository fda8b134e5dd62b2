import { useCallback, useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'
import { subscribeToOrder } from './orderStream.ts'

/** Loads the page's data again with every change of the order. */
export function useLiveOrder({ id, hash }: { id: number; hash: string }): void {
	const { revalidate } = useRevalidator()
	const latest = useRef(revalidate)
	useEffect(() => {
		latest.current = revalidate
	}, [revalidate])
	const isLoading = useRef(false)
	const isStale = useRef(false)

	// Changes come in bursts: the data is loaded once at a time, and once more if something happened meanwhile.
	const load = useCallback(async () => {
		isStale.current = isLoading.current
		if (isLoading.current) return
		isLoading.current = true
		try {
			do {
				isStale.current = false
				await latest.current()
			} while (isStale.current)
		} finally {
			isLoading.current = false
		}
	}, [])

	useEffect(
		() =>
			subscribeToOrder({
				hash,
				onChange: load,
				fetchState: async () => (await import('./orderApi.client.ts')).fetchStatus(id, hash),
			}),
		[id, hash, load],
	)
}
