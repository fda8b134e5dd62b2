import {
	addOffer,
	changeGame,
	changeProduct,
	createGame,
	createProduct,
	getCatalogGame,
	listCatalogGames,
	placeGames,
	placeProducts,
	planGame,
	planProduct,
	previewGame,
	showGame,
} from '@larek/api/admin/sdk.gen.ts'
import type {
	CatalogGame,
	CatalogGameChange,
	CatalogGameCreate,
	CatalogOfferAdd,
	CatalogOrder,
	CatalogPlanInput,
	CatalogProductChange,
	CatalogProductCreate,
	CatalogShow,
} from '@larek/api/admin/types.gen.ts'
import { useQuery } from '@tanstack/react-query'
import { call, withKey } from '~/api/client.ts'

export const catalogKeys = { all: ['catalog'] as const }

export const useCatalogGames = () =>
	useQuery({ queryKey: [...catalogKeys.all, 'games'], queryFn: ({ signal }) => call(listCatalogGames, { signal }) })

/** A supplier is being asked about an SKU: its answer comes by itself. */
const isAsking = (game: CatalogGame | undefined) =>
	game?.products.some(({ offers }) =>
		offers.some(({ syncedAt, supplier }) => syncedAt === null && supplier !== 'operator'),
	) ?? false

export const useCatalogGame = (id: number) =>
	useQuery({
		queryKey: [...catalogKeys.all, 'game', id],
		queryFn: ({ signal }) => call(getCatalogGame, { path: { id }, signal }),
		refetchInterval: ({ state }) => (isAsking(state.data) ? 1_500 : false),
	})

export const sendGame = (body: CatalogGameCreate, key: string) => call(createGame, { body, headers: withKey(key) })
export const sendGameChange = (id: number, body: CatalogGameChange, key: string) =>
	call(changeGame, { path: { id }, body, headers: withKey(key) })
export const sendShow = (id: number, body: CatalogShow, key: string) =>
	call(showGame, { path: { id }, body, headers: withKey(key) })
export const sendPreview = (id: number, key: string) => call(previewGame, { path: { id }, headers: withKey(key) })
export const sendGamePlan = (id: number, body: CatalogPlanInput, key: string) =>
	call(planGame, { path: { id }, body, headers: withKey(key) })
export const sendProductPlan = (id: number, body: CatalogPlanInput, key: string) =>
	call(planProduct, { path: { id }, body, headers: withKey(key) })
export const sendGameOrder = (body: CatalogOrder, key: string) => call(placeGames, { body, headers: withKey(key) })
export const sendProduct = (game: number, body: CatalogProductCreate, key: string) =>
	call(createProduct, { path: { id: game }, body, headers: withKey(key) })
export const sendProductChange = (id: number, body: CatalogProductChange, key: string) =>
	call(changeProduct, { path: { id }, body, headers: withKey(key) })
export const sendProductOrder = (game: number, body: CatalogOrder, key: string) =>
	call(placeProducts, { path: { id: game }, body, headers: withKey(key) })
export const sendOfferAdd = (product: number, body: CatalogOfferAdd, key: string) =>
	call(addOffer, { path: { id: product }, body, headers: withKey(key) })
