import * as sdk from '@larek/api/store/sdk.gen.ts'
import type { GameDetail, Product } from '@larek/api/store/types.gen.ts'
import type { Call } from '~/api/call.ts'
import { productTitle } from '~/lib/productTitle.ts'
import type { OrderGame, OrderProduct, Settings } from './game.ts'

/** The game and the terms of its kind; without the terms it can still be sold. */
export async function fetchGame(call: Call, id: number): Promise<{ game: OrderGame; settings: Settings }> {
	return withSettings(call, await call(sdk.getGame, { path: { id } }))
}

/** A game as the order form needs it, with the terms of its kind. */
export async function withSettings(call: Call, game: GameDetail): Promise<{ game: OrderGame; settings: Settings }> {
	return { game: orderGame(game), settings: await fetchSettings(call, game) }
}

async function fetchSettings(call: Call, game: GameDetail): Promise<Settings> {
	if (game.resourcetype === 'Steam') {
		const steam = await call(sdk.getSteamSettings).catch(() => null)
		return {
			steam: steam && { commission: steam.commission, minAmount: steam.minAmount, maxAmount: steam.maxAmount },
			standoff: null,
		}
	}
	if (game.resourcetype === 'StandoffGame') {
		const standoff = await call(sdk.getStandoffSettings).catch(() => null)
		return {
			steam: null,
			standoff: standoff && {
				skinName: standoff.skinName,
				skinPicture: standoff.skinPicture,
				marketFee: standoff.marketFee,
			},
		}
	}
	return { steam: null, standoff: null }
}

function orderGame(game: GameDetail): OrderGame {
	const supply = game.resourcetype === 'SupplyGame' ? game : null
	return {
		id: game.id,
		title: game.title,
		detailTitle: game.detailTitle,
		detailDescription: game.detailDescription,
		logo: game.logo,
		// With nothing on the shelf, e.g. while its only supplier is off, a game is closed.
		isActive: game.isActive && (game.products.length === 0 || game.products.some((product) => product.isActive)),
		isAuthRequired: game.isAuthRequired,
		productPreviewName: game.productPreviewName,
		idHint: game.idHint,
		resourcetype: game.resourcetype,
		products: game.products.map(pack),
		isServerNeeded: supply?.isServerNeeded ?? false,
		servers: supply?.isServerEnum ? supply.servers.map(({ id, name }) => ({ id, name })) : [],
	}
}

function pack(product: Product): OrderProduct {
	const { id, title, price, picture, minQuantity, maxQuantity, isActive, discountPrice, discountPercent, lowestPrice } =
		product
	const gold = product.resourcetype === 'StandoffProduct' ? product.gold : 0
	return {
		id,
		title: productTitle(title),
		price,
		picture,
		minQuantity,
		maxQuantity,
		isActive,
		discountPrice,
		discountPercent,
		lowestPrice,
		gold,
	}
}
