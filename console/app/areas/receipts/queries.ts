import { listReceipts } from '@larek/api/admin/sdk.gen.ts'
import type { ListReceiptsData } from '@larek/api/admin/types.gen.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '~/api/client.ts'

export type ReceiptQuery = NonNullable<ListReceiptsData['query']>

/** Fiscal receipts, newest first. */
export const useReceipts = (query: ReceiptQuery) =>
	useQuery({
		queryKey: ['receipts', query],
		queryFn: ({ signal }) => call(listReceipts, { query, signal }),
		placeholderData: keepPreviousData,
	})
