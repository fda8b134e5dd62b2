import { createExport, getExport, listExports } from '@larek/api/admin/sdk.gen.ts'
import type { ExportColumn } from '@larek/api/admin/types.gen.ts'
import { useQuery } from '@tanstack/react-query'
import { call, withKey } from '~/api/client.ts'

/** What a file of orders has; people are masked, so that it needs no second proof. */
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
/** How often the job is asked how far it is. */
const pollInterval = 2_000

export const startExport = (query: string, key: string) =>
	call(createExport, { headers: withKey(key), body: { query, columns: fileColumns } })

/** A job that makes a file, asked until it has ended. */
export const useExport = (id: number | undefined) =>
	useQuery({
		queryKey: ['exports', id],
		queryFn: ({ signal }) => call(getExport, { path: { id: id ?? 0 }, signal }),
		enabled: id !== undefined,
		refetchInterval: ({ state }) =>
			state.data && ['done', 'failed', 'expired'].includes(state.data.state) ? false : pollInterval,
	})

/** Files of the last seven days that one may fetch, newest first. */
export const useExports = (isOpen: boolean) =>
	useQuery({
		queryKey: ['exports', 'all'],
		queryFn: ({ signal }) => call(listExports, { signal }),
		enabled: isOpen,
		refetchInterval: pollInterval,
	})

export const fileAddress = (id: number) => `/api/admin/exports/${id}/file/`
