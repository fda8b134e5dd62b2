import { apiFor } from '~/api/api.server.ts'
import { listGames } from '~/api/gen/sdk.gen.ts'
import type { GameListItem } from '~/api/gen/types.gen.ts'
import { queryOf } from '~/entities/catalog/searchQuery.ts'

const pageSize = 60

/** `games` is null when the list could not be loaded. */
export async function loadGames(request: Request) {
	const params = new URL(request.url).searchParams
	const search = queryOf(params.get('search'))
	const page = Math.max(1, Math.trunc(Number(params.get('page'))) || 1)
	const query = { limit: pageSize, offset: (page - 1) * pageSize, ...(search && { search }) }
	const list = await apiFor(request)(listGames, { query }).catch(() => null)
	return { search, page, games: list?.results.map(gameTile) ?? null, hasMore: list?.next != null }
}

export type GameTileData = ReturnType<typeof gameTile>

export function gameTile({ id, title, logo, discountPercent, priceFrom, isActive }: GameListItem) {
	return { id, title, logo, discountPercent, priceFrom, isActive }
}
