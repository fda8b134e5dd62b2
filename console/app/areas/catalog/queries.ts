import * as api from '@larek/api/admin/sdk.gen.ts'
import type { CatalogGame } from '@larek/api/admin/types.gen.ts'
import { call, sender, senderTo, useRead, withKey } from '~/api/client.ts'

export const catalogKeys = { all: ['catalog'] as const }

export const useCatalogGames = () => useRead([...catalogKeys.all, 'games'], api.listCatalogGames, {})

/** Polls while a supplier is being queried about an SKU. */
const isAsking = (game: CatalogGame | undefined) =>
	game?.products.some(({ offers }) =>
		offers.some(({ syncedAt, supplier }) => syncedAt === null && supplier !== 'operator'),
	) ?? false

export const useCatalogGame = (id: number) =>
	useRead(
		[...catalogKeys.all, 'game', id],
		api.getCatalogGame,
		{ path: { id } },
		{ refetchInterval: ({ state }) => (isAsking(state.data) ? 1_500 : false) },
	)

export const sendGame = sender(api.createGame)
export const sendGameChange = senderTo(api.changeGame)
export const sendShow = senderTo(api.showGame)
export const sendPreview = (id: number, key: string) => call(api.previewGame, { path: { id }, headers: withKey(key) })
export const sendGamePlan = senderTo(api.planGame)
export const sendProductPlan = senderTo(api.planProduct)
export const sendGameOrder = sender(api.placeGames)
export const sendProduct = senderTo(api.createProduct)
export const sendProductChange = senderTo(api.changeProduct)
export const sendProductOrder = senderTo(api.placeProducts)
export const sendOfferAdd = senderTo(api.addOffer)

/** A supplier's goods by title; disabled while the text is empty. */
export const useSupplierGoods = (supplier: string, words: string) =>
	useRead(
		[...catalogKeys.all, 'goods', supplier, words],
		api.findSupplierGoods,
		{ path: { supplier }, query: { words } },
		{ enabled: words !== '' },
	)
