import { apiFor } from '~/api/api.server.ts'
import * as sdk from '~/api/gen/sdk.gen.ts'
import type { Gift } from '~/api/gen/types.gen.ts'
import { gameQuery, nothingIf4xx, pickPacks, queryOf } from '~/entities/catalog/searchQuery.ts'
import { gameTile } from '~/features/games/load.server.ts'

export type SearchData = Awaited<ReturnType<typeof loadSearch>>
export type FoundPack = NonNullable<SearchData['packs']>[number]['packs'][number]

const gamesWithPacks = 3
const packsOfGame = 6

/** Games, packs of the best of them, and gifts; with an empty query, games to begin with. */
export async function loadSearch(request: Request) {
	const query = queryOf(new URL(request.url).searchParams.get('q'))
	const call = apiFor(request)
	const search = query ? gameQuery(query) : undefined
	const [games, gifts] = await Promise.all([
		call(sdk.listGames, { query: { limit: 12, search } }).catch(nothingIf4xx),
		query
			? call(sdk.listGifts, { query: { limit: 8, search: query } }).catch(nothingIf4xx)
			: { results: [], next: null },
	])
	const found = query ? (games?.results ?? []).slice(0, gamesWithPacks) : []
	return {
		query,
		games: games?.results.map(gameTile) ?? null,
		packs: (await Promise.all(found.map(({ id }) => packsOf(call, id, query)))).filter((group) => group !== null),
		gifts: gifts?.results.map(giftCard) ?? null,
		moreGifts: gifts?.next != null,
	}
}

async function packsOf(call: ReturnType<typeof apiFor>, id: number, query: string) {
	const game = await call(sdk.getGame, { path: { id } }).catch(() => null)
	// A Steam top-up is a sum one types, not a thing one picks.
	if (!game?.isActive || game.resourcetype === 'Steam') return null
	const packs = pickPacks(game.products, query, packsOfGame).map(
		({ id, title, picture, price, discountPrice, discountPercent }) => ({
			...{ id, title, picture, price, discountPrice, discountPercent },
		}),
	)
	return packs.length > 0 ? { gameId: game.id, gameTitle: game.title, packs } : null
}

function giftCard({ id, title, type, region, logo, price, discountPrice, discountPercent }: Gift) {
	return { id, title, type, region, logo, price, discountPrice, discountPercent }
}
