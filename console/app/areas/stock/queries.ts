import {
	listCodeBatches,
	listCodes,
	listStock,
	loadCodes,
	previewCodes,
	revealCode,
	voidBatch,
	voidCode,
} from '@larek/api/admin/sdk.gen.ts'
import type { ListCodesData, Reason, StockLoadRequest } from '@larek/api/admin/types.gen.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call, withKey } from '~/api/client.ts'

export const stockKeys = { all: ['stock'] as const }

/** How many codes each product has, and for how long they last. */
export const useStock = () =>
	useQuery({ queryKey: [...stockKeys.all, 'levels'], queryFn: ({ signal }) => call(listStock, { signal }) })

export const useBatches = (product: number | undefined, cursor: string | undefined) =>
	useQuery({
		queryKey: [...stockKeys.all, 'batches', product, cursor],
		queryFn: ({ signal }) => call(listCodeBatches, { query: { product, cursor }, signal }),
		placeholderData: keepPreviousData,
	})

export type CodeQuery = NonNullable<ListCodesData['query']>

export const useCodes = (query: CodeQuery) =>
	useQuery({
		queryKey: [...stockKeys.all, 'codes', query],
		queryFn: ({ signal }) => call(listCodes, { query, signal }),
		placeholderData: keepPreviousData,
	})

/** What would become of a file. Nothing is stored by asking, and its codes stay out of every cache. */
export const askPreview = (productId: number, text: string) => call(previewCodes, { body: { productId, text } })

export const sendCodes = (body: StockLoadRequest, key: string) => call(loadCodes, { body, headers: withKey(key) })

const common = (id: number, reason: Reason, key: string) => ({ path: { id }, body: { reason }, headers: withKey(key) })

export const sendVoid = (what: 'code' | 'batch', id: number, reason: Reason, key: string) =>
	what === 'code' ? call(voidCode, common(id, reason, key)) : call(voidBatch, common(id, reason, key))

export const sendReveal = (id: number, reason: Reason, key: string) => call(revealCode, common(id, reason, key))
