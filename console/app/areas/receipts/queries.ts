import { listReceipts } from '@larek/api/admin/sdk.gen.ts'
import type { ListReceiptsData } from '@larek/api/admin/types.gen.ts'
import { usePage } from '~/api/client.ts'

export type ReceiptQuery = NonNullable<ListReceiptsData['query']>

/** Fiscal receipts, newest first. */
export const useReceipts = (query: ReceiptQuery) => usePage(['receipts', query], listReceipts, { query })
