import * as api from '@larek/api/admin/sdk.gen.ts'
import type {
	ListPricesData,
	PriceChangesRequest,
	PriceGoods,
	PricePreviewRequest,
	Reason,
} from '@larek/api/admin/types.gen.ts'
import { useQuery } from '@tanstack/react-query'
import { call, sender, senderTo, usePage, useRead, withKey } from '~/api/client.ts'
import { ResponseError } from '~/api/problem.ts'
import { m } from '~/paraglide/messages.js'
import { isRisky } from './draft.ts'

export const priceKeys = { all: ['prices'] as const }

export type PriceQuery = NonNullable<ListPricesData['query']>

/** Products with price, cost and margin, in the order of the storefront. */
export const usePrices = (query: PriceQuery) => usePage([...priceKeys.all, 'list', query], api.listPrices, { query })

/** Previews typed and pasted prices. It writes nothing. */
export const usePricePreview = (body: PricePreviewRequest) =>
	usePage([...priceKeys.all, 'preview', body], api.previewPrices, { body }, { enabled: body.rows.length > 0 })

/**
 * Saves one price at once. A risky one, which may be a typo, is refused until it is confirmed: the warning beside the
 * field may not have loaded yet.
 */
export async function savePrice(
	{
		gameId = null,
		isSure,
		...rest
	}: Omit<PriceChangesRequest, 'applyAt'> & { gameId?: number | null; isSure: boolean },
	key: string,
) {
	const rows = rest.changes.map(({ id, price }) => ({ id, title: '', price }))
	if (!isSure && (await call(api.previewPrices, { body: { goods: rest.goods, gameId, rows } })).rows.some(isRisky)) {
		const fields = [{ field: 'sure', detail: m['prices.confirm_first']() }]
		throw new ResponseError(422, { code: 'invalid', detail: '', fields })
	}
	return savePrices({ ...rest, applyAt: null }, key)
}

/** Planned prices. */
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

/** The largest automatic price step. */
export const usePriceSettings = () => useRead([...priceKeys.all, 'settings'], api.getPriceSettings, {})

export const saveSettings = sender(api.setPriceSettings)

/** Price changes by rules that need approval. */
export const useWaitingPrices = () =>
	useRead([...priceKeys.all, 'waiting'], api.listWaitingPrices, {}, { refetchInterval: 10_000 })

export const sendDecision = senderTo(api.decidePrice)
