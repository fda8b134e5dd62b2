import * as sdk from '@larek/api/store/sdk.gen.ts'
import type { Gift } from '@larek/api/store/types.gen.ts'
import { apiForCountry } from '~/api/api.server.ts'
import { gameTiles } from '~/entities/catalog/gameTiles.ts'
import { gameQuery, nothingIf4xx, pickProducts, queryOf } from '~/entities/catalog/searchQuery.ts'
import { productTitle } from '~/lib/productTitle.ts'

export type SearchData = Awaited<ReturnType<typeof loadSearch>>
export type FoundProduct = NonNullable<SearchData['packs']>[number]['packs'][number]

const gamesWithProducts = 3
const productsPerGame = 6

/** Games, packs of the best of them, and gifts; with an empty query, games to begin with. */
export async function loadSearch(request: Request) {
	const query = queryOf(new URL(request.url).searchParams.get('q'))
	const call = apiForCountry(request)
	const search = query ? gameQuery(query) : undefined
	const [games, gifts] = await Promise.all([
		call(sdk.listGames, { query: { limit: 12, search } }).catch(nothingIf4xx),
		query
			? call(sdk.listGifts, { query: { limit: 8, search: query } }).catch(nothingIf4xx)
			: { results: [], next: null },
	])
	const found = query ? (games?.results ?? []).slice(0, gamesWithProducts) : []
	return {
		query,
		games: games && (await gameTiles(call, games.results)),
		packs: (await Promise.all(found.map(({ id }) => productsOf(call, id, query)))).filter((group) => group !== null),
		gifts: gifts?.results.map(giftCard) ?? null,
		moreGifts: gifts?.next != null,
	}
}

async function productsOf(call: ReturnType<typeof apiForCountry>, id: number, query: string) {
	const game = await call(sdk.getGame, { path: { id } }).catch(() => null)
	// A Steam top-up is a sum one types, not a thing one picks.
	if (!game?.isActive || game.resourcetype === 'Steam') return null
	const packs = pickProducts(game.products, query, productsPerGame).map(
		({ id, title, picture, price, discountPrice, discountPercent, lowestPrice }) => ({
			...{ id, title: productTitle(title), picture, price, discountPrice, discountPercent, lowestPrice },
		}),
	)
	return packs.length > 0 ? { gameId: game.id, gameTitle: game.title, packs } : null
}

function giftCard({ id, title, type, region, logo, price, discountPrice, discountPercent }: Gift) {
	return { id, title, type, region, logo, price, discountPrice, discountPercent }
}
