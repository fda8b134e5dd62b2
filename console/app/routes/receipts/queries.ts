import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '~/api/client.ts'
import { listReceipts } from '~/api/gen/sdk.gen.ts'
import type { ListReceiptsData } from '~/api/gen/types.gen.ts'

export type ReceiptQuery = NonNullable<ListReceiptsData['query']>

/** Fiscal receipts, newest first. */
export const useReceipts = (query: ReceiptQuery) =>
	useQuery({
		queryKey: ['receipts', query],
		queryFn: ({ signal }) => call(listReceipts, { query, signal }),
		placeholderData: keepPreviousData,
	})
