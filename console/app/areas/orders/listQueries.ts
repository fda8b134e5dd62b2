import * as api from '@larek/api/admin/sdk.gen.ts'
import type { BatchAction, ExportColumn } from '@larek/api/admin/types.gen.ts'
import { useQueries } from '@tanstack/react-query'
import { call, useRead, withKey } from '~/api/client.ts'
import type { ReasonValue } from '~/kit/ReasonFields.tsx'
import type { View } from '~/kit/viewQuery.ts'
import { orderQuery } from './orderQuery.ts'
import { orderKeys } from './queries.ts'
import { readyViews } from './readyViews.ts'
import { addressOf } from './savedQuery.ts'

export const viewKeys = { all: ['views'] as const }

/** Ready views, then saved ones, one's own and shared, with how many orders they show. */
export function useViews(): View[] {
	const { data } = useRead(viewKeys.all, api.listViews, {}, { staleTime: 60_000 })
	const saved = (data?.results ?? []).map(({ id, title, query, isShared, isPinned, isMine }) => ({
		id: String(id),
		name: title,
		query: addressOf(query),
		shared: isShared,
		pinned: isPinned,
		mine: isMine,
		isCounted: true,
	}))
	const views = [...readyViews(), ...saved]
	const counts = useQueries({
		queries: views.map(({ query: address, isCounted }) => {
			const query = orderQuery(Object.fromEntries(new URLSearchParams(address)))
			return {
				queryKey: orderKeys.count(query),
				queryFn: () => call(api.countOrders, { query }),
				staleTime: 60_000,
				enabled: isCounted,
			}
		}),
	})
	return views.map((view, at) => ({ ...view, count: counts[at]?.data?.count }))
}

interface NewView {
	title: string
	query: string
	isShared: boolean
}

export const saveView = (view: NewView, key: string) =>
	call(api.createView, { headers: withKey(key), body: { ...view, columns: [], isPinned: false } })

interface ChangedView extends NewView {
	id: number
	isPinned: boolean
}

export const updateView = ({ id, ...view }: ChangedView, key: string) =>
	call(api.changeView, { path: { id }, headers: withKey(key), body: { ...view, columns: [] } })

export const removeView = (id: number, key: string) => call(api.deleteView, { path: { id }, headers: withKey(key) })

/** The columns of an export. People are masked, so it needs no second factor. */
const fileColumns: ExportColumn[] = [
	'id',
	'created',
	'done_at',
	'kind',
	'status',
	'goods',
	'title',
	'quantity',
	'delivered',
	'returned',
	'sum',
	'buyer',
	'email_masked',
	'promo',
	'method',
	'provider',
	'currency',
	'country',
]
/** The interval at which the progress of the job is polled. */
const pollInterval = 2_000

export const startExport = (query: string, key: string) =>
	call(api.createExport, { headers: withKey(key), body: { query, columns: fileColumns } })

/** An export job, polled until it ends. */
export const useExport = (id: number | undefined) =>
	useRead(
		['exports', id],
		api.getExport,
		{ path: { id: id ?? 0 } },
		{
			enabled: id !== undefined,
			refetchInterval: ({ state }) =>
				state.data && ['done', 'failed', 'expired'].includes(state.data.state) ? false : pollInterval,
		},
	)

/** Files of the last seven days that one may fetch, newest first. */
export const useExports = (isOpen: boolean) =>
	useRead(['exports', 'all'], api.listExports, {}, { enabled: isOpen, refetchInterval: pollInterval })

export const fileAddress = (id: number) => `/api/admin/exports/${id}/file/`

export interface BatchRequestInput {
	action: BatchAction
	orders: number[]
	reason: ReasonValue
	text: string | null
	/** Counts the orders the action would change; it changes none. */
	dryRun: boolean
}

export const sendBatch = (request: BatchRequestInput, key: string) =>
	call(api.runBatch, { headers: withKey(key), body: { ...request, kind: null } })
