import { useCallback, useEffect, useRef, useState } from 'react'
import { follow } from './orderStream.ts'
import type { OrderView } from './orderView.ts'

/** The order as it is now: what came with the page, then anew with every change. */
export function useOrder(loaded: OrderView): { order: OrderView; refresh: () => void } {
	const [order, setOrder] = useState(loaded)
	const asking = useRef(false)
	const again = useRef(false)
	const { id, hash } = loaded
	useEffect(() => setOrder(loaded), [loaded])

	const refresh = useCallback(async () => {
		// Changes come in bursts: one question at a time, and one more if something happened meanwhile.
		again.current = asking.current
		if (asking.current) return
		asking.current = true
		try {
			do {
				again.current = false
				const { askOrder } = await import('./orderApi.client.ts')
				setOrder(await askOrder(hash))
			} while (again.current)
		} catch {
			// what is shown stays; the next change asks again
		} finally {
			asking.current = false
		}
	}, [hash])

	useEffect(
		() =>
			follow({
				hash,
				onChange: refresh,
				ask: async () => (await import('./orderApi.client.ts')).askStatus(id, hash),
			}),
		[id, hash, refresh],
	)
	return { order, refresh }
}
