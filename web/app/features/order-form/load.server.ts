import { apiFor } from '~/api/api.server.ts'
import * as sdk from '~/api/gen/sdk.gen.ts'
import type { GameDetail, Product } from '~/api/gen/types.gen.ts'
import { missingIf4xx, pageNotFound } from '~/api/notFound.ts'
import type { OrderGame, Pack, Settings } from './game.ts'

/** The game with its questions, and what its kind adds; without the extras the page still sells. */
export async function loadGame(request: Request, param: string) {
	const id = Number(param)
	if (!Number.isSafeInteger(id) || id <= 0) throw pageNotFound(request)
	const call = apiFor(request)
	const [game, faq] = await Promise.all([
		call(sdk.getGame, { path: { id } }).catch((error) => missingIf4xx(error, request)),
		call(sdk.listFaq, { path: { gamePk: id } }).catch(() => []),
	])
	return {
		game: orderGame(game),
		questions: faq.map(({ text, answer }) => ({ text, answer })),
		settings: await loadSettings(call, game),
	}
}

async function loadSettings(call: ReturnType<typeof apiFor>, game: GameDetail): Promise<Settings> {
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
		isActive: game.isActive,
		isAuthRequired: game.isAuthRequired,
		productPreviewName: game.productPreviewName,
		idHint: game.idHint,
		resourcetype: game.resourcetype,
		products: game.products.map(pack),
		isServerNeeded: supply?.isServerNeeded ?? false,
		servers: supply?.isServerEnum ? supply.servers.map(({ id, name }) => ({ id, name })) : [],
	}
}

function pack(product: Product): Pack {
	const { id, title, price, picture, minQuantity, maxQuantity, isActive, discountPrice, discountPercent } = product
	const gold = product.resourcetype === 'StandoffProduct' ? product.gold : 0
	return { id, title, price, picture, minQuantity, maxQuantity, isActive, discountPrice, discountPercent, gold }
}
