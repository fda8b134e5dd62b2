import {
	countOrders,
	getFact,
	getOrder,
	getOrderPicture,
	getOrderProof,
	listFacts,
	listOrders,
} from '@larek/api/admin/sdk.gen.ts'
import type { FactKind, FactSource, ListOrdersData } from '@larek/api/admin/types.gen.ts'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { call, usePage, useRead } from '~/api/client.ts'
import { isAbout, useLiveInterval, useLiveReads } from '~/kit/live.ts'

export type OrderQuery = NonNullable<ListOrdersData['query']>

export const orderKeys = {
	all: ['orders'] as const,
	lists: ['orders', 'list'] as const,
	list: (query: OrderQuery) => ['orders', 'list', query] as const,
	count: (query: OrderQuery) => ['orders', 'count', query] as const,
	one: (id: number) => ['orders', 'one', id] as const,
	facts: (id: number) => ['orders', 'one', id, 'facts'] as const,
}

/** A page of orders. Refetched when the stream names a row it shows. */
export function useOrders(query: OrderQuery) {
	const orders = usePage(orderKeys.list(query), listOrders, { query }, { refetchInterval: useLiveInterval() })
	const isShown = (changed: string) => orders.data?.results.some(({ id }) => String(id) === changed) ?? false
	useLiveReads(orderKeys.list(query), (event) => isAbout(event, 'order', isShown))
	return orders
}

/** How many orders a filter shows, at most 99. */
export const useOrderCount = (query: OrderQuery) =>
	useRead(orderKeys.count(query), countOrders, { query }, { staleTime: 60_000 })

/** One order, refetched when the stream reports a change. */
export function useOrder(id: number) {
	useLiveReads(orderKeys.one(id), (event) => isAbout(event, 'order', (changed) => changed === String(id)))
	return useRead(orderKeys.one(id), getOrder, { path: { id } }, { refetchInterval: useLiveInterval() })
}

/** The timeline of an order, a hundred entries at a time. */
export const useFacts = (id: number, source: FactSource | null) =>
	useInfiniteQuery({
		queryKey: [...orderKeys.facts(id), source],
		initialPageParam: undefined as string | undefined,
		queryFn: ({ pageParam, signal }) =>
			call(listFacts, { path: { id }, query: { source: source ? [source] : undefined, cursor: pageParam }, signal }),
		getNextPageParam: ({ next }) => next ?? undefined,
		placeholderData: keepPreviousData,
	})

/** The row behind a fact, named in the address as `kind:id`. */
export function useRecord(fact: string) {
	const [kind, id] = fact.split(':')
	return useRead(['facts', kind, id], getFact, { path: { kind: kind as FactKind, id: Number(id) } })
}

export const usePicture = (id: number, picture: number) =>
	useRead([...orderKeys.one(id), 'picture', picture], getOrderPicture, { path: { id, picture } })

export const useProof = (id: number, isWanted: boolean) =>
	useRead([...orderKeys.one(id), 'proof'], getOrderProof, { path: { id } }, { enabled: isWanted })
