import { listReceipts } from '@larek/api/admin/sdk.gen.ts'
import type { ListReceiptsData } from '@larek/api/admin/types.gen.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { useRead } from '~/api/client.ts'

export type ReceiptQuery = NonNullable<ListReceiptsData['query']>

/** Fiscal receipts, newest first. */
export const useReceipts = (query: ReceiptQuery) =>
	useRead(['receipts', query], listReceipts, { query }, { placeholderData: keepPreviousData })
