import { changeView, countOrders, createView, deleteView, listViews } from '@larek/api/admin/sdk.gen.ts'
import { useQueries, useQuery } from '@tanstack/react-query'
import { call, withKey } from '~/api/client.ts'
import type { View } from '~/kit/viewQuery.ts'
import { orderQuery } from './orderQuery.ts'
import { orderKeys } from './queries.ts'
import { addressOf } from './savedQuery.ts'

export const viewKeys = { all: ['views'] as const }

/** Saved views, one's own and shared ones, with how many orders each shows. */
export function useViews(): View[] {
	const { data } = useQuery({ queryKey: viewKeys.all, queryFn: () => call(listViews, {}), staleTime: 60_000 })
	const views = (data?.results ?? []).map((view) => ({ ...view, address: addressOf(view.query) }))
	const counts = useQueries({
		queries: views.map(({ address }) => {
			const query = orderQuery(Object.fromEntries(new URLSearchParams(address)))
			return {
				queryKey: orderKeys.count(query),
				queryFn: () => call(countOrders, { query }),
				staleTime: 60_000,
			}
		}),
	})
	return views.map(({ id, title, address, isShared, isPinned, isMine }, at) => ({
		id: String(id),
		name: title,
		query: address,
		shared: isShared,
		pinned: isPinned,
		mine: isMine,
		count: counts[at]?.data?.count,
	}))
}

interface NewView {
	title: string
	query: string
	isShared: boolean
}

export const saveView = (view: NewView, key: string) =>
	call(createView, { headers: withKey(key), body: { ...view, columns: [], isPinned: false } })

interface ChangedView extends NewView {
	id: number
	isPinned: boolean
}

export const updateView = ({ id, ...view }: ChangedView, key: string) =>
	call(changeView, { path: { id }, headers: withKey(key), body: { ...view, columns: [] } })

export const removeView = (id: number, key: string) => call(deleteView, { path: { id }, headers: withKey(key) })
