import * as api from '@larek/api/admin/sdk.gen.ts'
import type { ListPricesData, PriceGoods, PricePreviewRequest, Reason } from '@larek/api/admin/types.gen.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call, sender, senderTo, useRead, withKey } from '~/api/client.ts'

export const priceKeys = { all: ['prices'] as const }

export type PriceQuery = NonNullable<ListPricesData['query']>

/** Products with price, cost and margin, in the order of the storefront. */
export const usePrices = (query: PriceQuery) =>
	useRead([...priceKeys.all, 'list', query], api.listPrices, { query }, { placeholderData: keepPreviousData })

/** What would become of typed and pasted prices. Nothing is written by asking. */
export const usePricePreview = (body: PricePreviewRequest) =>
	useRead(
		[...priceKeys.all, 'preview', body],
		api.previewPrices,
		{ body },
		{ enabled: body.rows.length > 0, placeholderData: keepPreviousData },
	)

/** Prices that wait for their time. */
export const usePlans = () =>
	useRead(
		[...priceKeys.all, 'plans'],
		api.listPriceBatches,
		{ query: { state: 'scheduled' } },
		{ refetchInterval: 10_000 },
	)

export const usePriceHistory = (goods: PriceGoods, id: number) =>
	useQuery({
		queryKey: [...priceKeys.all, 'history', goods, id],
		queryFn: ({ signal }) =>
			call(goods === 'gift' ? api.getGiftPriceHistory : api.getPriceHistory, { path: { id }, signal }),
	})

export const savePrices = sender(api.changePrices)

export const cancelPlan = (id: number, reason: Reason, key: string) =>
	call(api.cancelPrices, { path: { id }, body: { reason }, headers: withKey(key) })

/** The rule the prices of a game follow, if it has one. */
export const usePriceRule = (game: number) =>
	useRead([...priceKeys.all, 'rule', game], api.getPriceRule, { path: { id: game } })

export const saveRule = senderTo(api.setPriceRule)

/** How far rules may move a price by themselves. */
export const usePriceSettings = () => useRead([...priceKeys.all, 'settings'], api.getPriceSettings, {})

export const saveSettings = sender(api.setPriceSettings)

/** Prices that rules want and may not set by themselves. */
export const useWaitingPrices = () =>
	useRead([...priceKeys.all, 'waiting'], api.listWaitingPrices, {}, { refetchInterval: 10_000 })

export const sendDecision = senderTo(api.decidePrice)
