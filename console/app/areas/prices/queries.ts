import {
	cancelPrices,
	changePrices,
	decidePrice,
	getGiftPriceHistory,
	getPriceHistory,
	getPriceRule,
	getPriceSettings,
	listPriceBatches,
	listPrices,
	listWaitingPrices,
	previewPrices,
	setPriceRule,
	setPriceSettings,
} from '@larek/api/admin/sdk.gen.ts'
import type {
	ListPricesData,
	PriceChangesRequest,
	PriceDecision,
	PriceGoods,
	PricePreviewRequest,
	PriceRuleRequest,
	PriceSettingsRequest,
	Reason,
} from '@larek/api/admin/types.gen.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call, withKey } from '~/api/client.ts'

export const priceKeys = { all: ['prices'] as const }

export type PriceQuery = NonNullable<ListPricesData['query']>

/** Products with price, cost and margin, in the order of the storefront. */
export const usePrices = (query: PriceQuery) =>
	useQuery({
		queryKey: [...priceKeys.all, 'list', query],
		queryFn: ({ signal }) => call(listPrices, { query, signal }),
		placeholderData: keepPreviousData,
	})

/** What would become of typed and pasted prices. Nothing is written by asking. */
export const usePricePreview = (body: PricePreviewRequest) =>
	useQuery({
		queryKey: [...priceKeys.all, 'preview', body],
		queryFn: ({ signal }) => call(previewPrices, { body, signal }),
		enabled: body.rows.length > 0,
		placeholderData: keepPreviousData,
	})

/** Prices that wait for their time. */
export const usePlans = () =>
	useQuery({
		queryKey: [...priceKeys.all, 'plans'],
		queryFn: ({ signal }) => call(listPriceBatches, { query: { state: 'scheduled' }, signal }),
		refetchInterval: 10_000,
	})

export const usePriceHistory = (goods: PriceGoods, id: number) =>
	useQuery({
		queryKey: [...priceKeys.all, 'history', goods, id],
		queryFn: ({ signal }) => call(goods === 'gift' ? getGiftPriceHistory : getPriceHistory, { path: { id }, signal }),
	})

export const savePrices = (body: PriceChangesRequest, key: string) =>
	call(changePrices, { body, headers: withKey(key) })

export const cancelPlan = (id: number, reason: Reason, key: string) =>
	call(cancelPrices, { path: { id }, body: { reason }, headers: withKey(key) })

/** The rule the prices of a game follow, if it has one. */
export const usePriceRule = (game: number) =>
	useQuery({
		queryKey: [...priceKeys.all, 'rule', game],
		queryFn: ({ signal }) => call(getPriceRule, { path: { id: game }, signal }),
	})

export const saveRule = (game: number, body: PriceRuleRequest, key: string) =>
	call(setPriceRule, { path: { id: game }, body, headers: withKey(key) })

/** How far rules may move a price by themselves. */
export const usePriceSettings = () =>
	useQuery({
		queryKey: [...priceKeys.all, 'settings'],
		queryFn: ({ signal }) => call(getPriceSettings, { signal }),
	})

export const saveSettings = (body: PriceSettingsRequest, key: string) =>
	call(setPriceSettings, { body, headers: withKey(key) })

/** Prices that rules want and may not set by themselves. */
export const useWaitingPrices = () =>
	useQuery({
		queryKey: [...priceKeys.all, 'waiting'],
		queryFn: ({ signal }) => call(listWaitingPrices, { signal }),
		refetchInterval: 10_000,
	})

export const sendDecision = (product: number, body: PriceDecision, key: string) =>
	call(decidePrice, { path: { id: product }, body, headers: withKey(key) })
