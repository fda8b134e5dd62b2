import { listGames } from '@larek/api/store/sdk.gen.ts'
import { apiForCountry } from '~/api/api.server.ts'
import { gameTiles } from '~/entities/catalog/gameTiles.ts'
import { queryOf } from '~/entities/catalog/searchQuery.ts'

const pageSize = 60

/** `games` is null when the list could not be loaded. */
export async function loadGames(request: Request) {
	const params = new URL(request.url).searchParams
	const search = queryOf(params.get('search'))
	const page = Math.max(1, Math.trunc(Number(params.get('page'))) || 1)
	const query = { limit: pageSize, offset: (page - 1) * pageSize, ...(search && { search }) }
	const call = apiForCountry(request)
	const list = await call(listGames, { query }).catch(() => null)
	return { search, page, games: list && (await gameTiles(call, list.results)), hasMore: list?.next != null }
}
