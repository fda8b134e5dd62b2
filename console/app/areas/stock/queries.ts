import * as api from '@larek/api/admin/sdk.gen.ts'
import type { ListCodesData, Reason } from '@larek/api/admin/types.gen.ts'
import { call, sender, usePage, useRead, withKey } from '~/api/client.ts'

export const stockKeys = { all: ['stock'] as const }

/** How many codes each product has, and for how long they last. */
export const useStock = () => useRead([...stockKeys.all, 'levels'], api.listStock, {})

export const useBatches = (product: number | undefined, cursor: string | undefined) =>
	usePage([...stockKeys.all, 'batches', product, cursor], api.listCodeBatches, { query: { product, cursor } })

export type CodeQuery = NonNullable<ListCodesData['query']>

export const useCodes = (query: CodeQuery) => usePage([...stockKeys.all, 'codes', query], api.listCodes, { query })

/** Previews a file. Nothing is stored, and codes are never cached. */
export const askPreview = (productId: number, text: string) => call(api.previewCodes, { body: { productId, text } })

export const sendCodes = sender(api.loadCodes)

const common = (id: number, reason: Reason, key: string) => ({ path: { id }, body: { reason }, headers: withKey(key) })

export const sendVoid = (what: 'code' | 'batch', id: number, reason: Reason, key: string) =>
	what === 'code' ? call(api.voidCode, common(id, reason, key)) : call(api.voidBatch, common(id, reason, key))

export const sendReveal = (id: number, reason: Reason, key: string) => call(api.revealCode, common(id, reason, key))
