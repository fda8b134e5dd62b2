import {
	changePromo,
	checkPromo,
	createPromo,
	generatePromo,
	getPromo,
	getPromoTexts,
	listPromo,
	listPromoBatches,
	listPromoUses,
	resumePromo,
	stopPromo,
	stopPromoBatch,
} from '@larek/api/admin/sdk.gen.ts'
import type {
	ListPromoData,
	PromoChange,
	PromoCreate,
	PromoDraft,
	PromoGenerate,
	PromoSwitch,
	Reason,
} from '@larek/api/admin/types.gen.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call, withKey } from '~/api/client.ts'

export const promoKeys = { all: ['promo'] as const, one: (id: number) => ['promo', 'one', id] as const }

export type PromoQuery = NonNullable<ListPromoData['query']>

export const usePromos = (query: PromoQuery) =>
	useQuery({
		queryKey: [...promoKeys.all, 'list', query],
		queryFn: ({ signal }) => call(listPromo, { query, signal }),
		placeholderData: keepPreviousData,
	})

export const usePromo = (id: number) =>
	useQuery({ queryKey: promoKeys.one(id), queryFn: ({ signal }) => call(getPromo, { path: { id }, signal }) })

export const usePromoUses = (id: number, cursor: string | undefined) =>
	useQuery({
		queryKey: [...promoKeys.one(id), 'uses', cursor],
		queryFn: ({ signal }) => call(listPromoUses, { path: { id }, query: { cursor }, signal }),
		placeholderData: keepPreviousData,
	})

export const usePromoBatches = (cursor: string | undefined) =>
	useQuery({
		queryKey: [...promoKeys.all, 'batches', cursor],
		queryFn: ({ signal }) => call(listPromoBatches, { query: { cursor }, signal }),
		placeholderData: keepPreviousData,
	})

/** What a draft gives and costs; not asked before it is complete. */
export const usePromoCheck = (draft: PromoDraft | undefined) =>
	useQuery({
		queryKey: [...promoKeys.all, 'check', draft],
		queryFn: ({ signal }) => call(checkPromo, { body: draft as PromoDraft, signal }),
		enabled: draft !== undefined,
		placeholderData: keepPreviousData,
	})

export const sendPromo = (body: PromoCreate, key: string) => call(createPromo, { body, headers: withKey(key) })
export const sendBatch = (body: PromoGenerate, key: string) => call(generatePromo, { body, headers: withKey(key) })
export const sendTerms = (id: number, body: PromoChange, key: string) =>
	call(changePromo, { path: { id }, body, headers: withKey(key) })
export const sendSwitch = (id: number, works: boolean, body: PromoSwitch, key: string) =>
	call(works ? resumePromo : stopPromo, { path: { id }, body, headers: withKey(key) })
export const sendBatchStop = (id: number, reason: Reason, key: string) =>
	call(stopPromoBatch, { path: { id }, body: { reason }, headers: withKey(key) })
export const readTexts = (id: number) => call(getPromoTexts, { path: { id } })
