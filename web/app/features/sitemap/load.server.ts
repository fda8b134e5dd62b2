import type { Call } from '~/api/call.ts'
import { listGames, listGifts, listProducts } from '~/api/gen/sdk.gen.ts'
import type { GiftRegion, GiftType } from '~/api/gen/types.gen.ts'
import { groups } from '~/entities/article/articles.ts'
import { giftParts, parts } from './parts.ts'

const step = 100
const lastOffset = 2_400
const types: GiftType[] = ['game', 'edition', 'dlc']

/** Parts that have something in them: a map without pages is an error to search engines. */
export async function filledParts(api: Call): Promise<string[]> {
	const counts = await Promise.all(
		parts.map(async (part) => {
			const region = giftParts.get(part)
			return region ? (await api(listGifts, { query: { region, limit: 1 } })).count : 1
		}),
	)
	return parts.filter((_, at) => counts[at])
}

/** Paths of one map, or nothing if there is no such map. */
export async function pathsOf(part: string, api: Call): Promise<string[] | null> {
	const region = giftParts.get(part)
	if (region) return giftPaths(region, api)
	if (part === 'pages') return pages()
	if (part === 'games') {
		const ids = await walk((offset) => api(listGames, { query: { limit: step, offset } }))
		return ids.map((id) => `/ru/games/${id}`)
	}
	if (part === 'products') {
		const ids = await walk((offset) => api(listProducts, { query: { pageSize: step, page: offset / step + 1 } }))
		return ids.map((id) => `/ru/products/details/${id}`)
	}
	return null
}

function pages(): string[] {
	const lists = ['/ru', '/ru/games', '/ru/products', '/ru/gifts', '/ru/feedback', '/ru/info', '/ru/info/contacts']
	const articles = groups.flatMap(({ links }) => links.map(({ slug }) => `/ru/info/${slug}`))
	return [...new Set([...lists, ...articles])]
}

/** Region by type: three lists reach three times deeper than one. The newest first, for where they still end too soon. */
async function giftPaths(region: GiftRegion, api: Call): Promise<string[]> {
	const paths: string[] = []
	for (const type of types) {
		const ids = await walk((offset) =>
			api(listGifts, { query: { region, type, ordering: '-created', limit: step, offset } }),
		)
		paths.push(...ids.map((id) => `/ru/gifts/detalis/${id}`))
	}
	return paths
}

type Page = { count: number; results: Array<{ id: number }> }

/** One page after another: a map is no reason to hurry the API. */
async function walk(ask: (offset: number) => Promise<Page>): Promise<number[]> {
	const ids = new Set<number>()
	for (let offset = 0; offset <= lastOffset; offset += step) {
		const { count, results } = await ask(offset)
		for (const { id } of results) ids.add(id)
		if (offset + step >= count) break
	}
	return [...ids]
}
