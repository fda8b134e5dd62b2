import * as api from '@larek/api/admin/sdk.gen.ts'
import type { ListPromoData, PromoDraft, PromoSwitch, Reason } from '@larek/api/admin/types.gen.ts'
import { call, sender, senderTo, usePage, useRead, withKey } from '~/api/client.ts'

export const promoKeys = { all: ['promo'] as const, one: (id: number) => ['promo', 'one', id] as const }

export type PromoQuery = NonNullable<ListPromoData['query']>

export const usePromos = (query: PromoQuery) => usePage([...promoKeys.all, 'list', query], api.listPromo, { query })

export const usePromo = (id: number) => useRead(promoKeys.one(id), api.getPromo, { path: { id } })

export const usePromoUses = (id: number, cursor: string | undefined) =>
	usePage([...promoKeys.one(id), 'uses', cursor], api.listPromoUses, { path: { id }, query: { cursor } })

export const usePromoBatches = (cursor: string | undefined) =>
	usePage([...promoKeys.all, 'batches', cursor], api.listPromoBatches, { query: { cursor } })

/** Previews a draft; disabled until it is complete. */
export const usePromoCheck = (draft: PromoDraft | undefined) =>
	usePage(
		[...promoKeys.all, 'check', draft],
		api.checkPromo,
		{ body: draft as PromoDraft },
		{ enabled: draft !== undefined },
	)

export const sendPromo = sender(api.createPromo)
export const sendBatch = sender(api.generatePromo)
export const sendTerms = senderTo(api.changePromo)
export const sendSwitch = (id: number, works: boolean, body: PromoSwitch, key: string) =>
	call(works ? api.resumePromo : api.stopPromo, { path: { id }, body, headers: withKey(key) })
export const sendBatchStop = (id: number, reason: Reason, key: string) =>
	call(api.stopPromoBatch, { path: { id }, body: { reason }, headers: withKey(key) })
export const readTexts = (id: number) => call(api.getPromoTexts, { path: { id } })
