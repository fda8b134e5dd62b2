import * as sdk from '@larek/api/store/sdk.gen.ts'
import type { GameDetail, Product } from '@larek/api/store/types.gen.ts'
import { pick } from '@larek/shared/pick.ts'
import type { Call } from '~/api/call.ts'
import { productTitle } from '~/lib/productTitle.ts'
import { type OrderGame, type OrderProduct, productFields, type Settings, standoffFields, steamFields } from './game.ts'

/** The game and the terms of its kind; without the terms it can still be sold. */
export async function fetchGame(call: Call, id: number): Promise<{ game: OrderGame; settings: Settings }> {
	return withSettings(call, await call(sdk.getGame, { path: { id } }))
}

/** A game as the order form needs it, with the terms of its kind. */
export async function withSettings(call: Call, game: GameDetail): Promise<{ game: OrderGame; settings: Settings }> {
	return { game: orderGame(game), settings: await fetchSettings(call, game) }
}

async function fetchSettings(call: Call, { resourcetype }: GameDetail): Promise<Settings> {
	if (resourcetype === 'Steam') {
		const steam = await call(sdk.getSteamSettings).catch(() => null)
		return { steam: steam && pick(steam, steamFields), standoff: null }
	}
	if (resourcetype === 'StandoffGame') {
		const standoff = await call(sdk.getStandoffSettings).catch(() => null)
		return { steam: null, standoff: standoff && pick(standoff, standoffFields) }
	}
	return { steam: null, standoff: null }
}

export function orderGame(game: GameDetail): OrderGame {
	const supply = game.resourcetype === 'SupplyGame' ? game : null
	const { created, discountPercent, priceFrom, productPreviewIcon, tags, products, ...shown } = game
	return {
		...shown,
		// With nothing on the shelf, e.g. while its only supplier is off, a game is closed.
		isActive: game.isActive && (products.length === 0 || products.some((product) => product.isActive)),
		products: products.map(pack),
		isServerNeeded: supply?.isServerNeeded ?? false,
		servers: supply?.isServerEnum ? supply.servers.map((server) => pick(server, ['id', 'name'])) : [],
	}
}

function pack(product: Product): OrderProduct {
	return {
		...pick(product, productFields),
		title: productTitle(product.title),
		gold: product.resourcetype === 'StandoffProduct' ? product.gold : 0,
	}
}
