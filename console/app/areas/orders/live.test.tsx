import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { openStream } from '~/kit/live.ts'
import { useOrder, useOrders } from './queries.ts'

test('an open order and a page of orders are read again after a star and after a reconnect', async () => {
	const asked = { one: 0, list: 0 }
	vi.stubGlobal('fetch', async (request: Request) => {
		const isOne = new URL(request.url).pathname.endsWith('/7/')
		asked[isOne ? 'one' : 'list']++
		return Response.json(isOne ? { id: 7 } : { results: [{ id: 7 }] })
	})
	const source = Object.assign(new EventTarget(), { readyState: 1, close() {} })
	const close = openStream('/s', ['order'], () => source as unknown as EventSource)
	const client = new QueryClient({ defaultOptions: { queries: { staleTime: 5000 } } })
	const wrapper = ({ children }: { children: ReactNode }) => (
		<QueryClientProvider client={client}>{children}</QueryClientProvider>
	)
	const { unmount } = renderHook(() => [useOrder(7), useOrders({})], { wrapper })
	const fire = (event: Event) => act(() => void source.dispatchEvent(event))
	fire(new Event('open'))
	await waitFor(() => expect(asked).toEqual({ one: 1, list: 1 }))
	await waitFor(() => expect(client.isFetching()).toBe(0))
	fire(new MessageEvent('order', { data: '{"id":"*"}' }))
	await waitFor(() => expect(asked).toEqual({ one: 2, list: 2 }))
	await waitFor(() => expect(client.isFetching()).toBe(0))
	fire(new Event('error'))
	fire(new Event('open'))
	await waitFor(() => expect(asked).toEqual({ one: 3, list: 3 }))
	unmount()
	act(close)
})
