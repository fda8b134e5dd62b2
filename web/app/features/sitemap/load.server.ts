import { listArticles, listGames, listGifts, listProducts } from '@larek/api/store/sdk.gen.ts'
import type { GiftRegion, GiftType } from '@larek/api/store/types.gen.ts'
import { href } from 'react-router'
import type { Call } from '~/api/call.ts'
import { indexOf } from '~/entities/article/articles.ts'
import { gamePath, giftListPath, giftPath, infoPath, productListPath, productPath } from '~/lib/paths.ts'
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
	if (part === 'pages') return pages(api)
	if (part === 'games') {
		const ids = await walk((offset) => api(listGames, { query: { limit: step, offset } }))
		return ids.map((id) => gamePath(id))
	}
	if (part === 'products') {
		const ids = await walk((offset) => api(listProducts, { query: { pageSize: step, page: offset / step + 1 } }))
		return ids.map((id) => productPath(id))
	}
	return null
}

async function pages(api: Call): Promise<string[]> {
	const lists = [
		href('/ru'),
		href('/ru/games'),
		productListPath(),
		giftListPath(),
		href('/ru/feedback'),
		href('/ru/info'),
		href('/ru/info/contacts'),
	]
	const index = indexOf(await api(listArticles).catch(() => null))
	const articles = index.flatMap(({ links }) => links.map(({ slug }) => infoPath(slug)))
	return [...new Set([...lists, ...articles])]
}

/** Region by type: three lists reach three times deeper than one. The newest first, for where they still end too soon. */
async function giftPaths(region: GiftRegion, api: Call): Promise<string[]> {
	const paths: string[] = []
	for (const type of types) {
		const ids = await walk((offset) =>
			api(listGifts, { query: { region, type, ordering: '-created', limit: step, offset } }),
		)
		paths.push(...ids.map((id) => giftPath(id)))
	}
	return paths
}

type Page = { count: number; results: Array<{ id: number }> }

/** One page after another: a map must not load the API. */
async function walk(fetchPage: (offset: number) => Promise<Page>): Promise<number[]> {
	const ids = new Set<number>()
	for (let offset = 0; offset <= lastOffset; offset += step) {
		const { count, results } = await fetchPage(offset)
		for (const { id } of results) ids.add(id)
		if (offset + step >= count) break
	}
	return [...ids]
}
