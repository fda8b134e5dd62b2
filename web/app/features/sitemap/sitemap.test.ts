import { listArticles, listGifts, listProducts } from '@larek/api/store/sdk.gen.ts'
import { expect, test, vi } from 'vitest'
import type { Call } from '~/api/call.ts'
import { filledParts, pathsOf } from './load.server.ts'
import { giftParts } from './parts.ts'
import { indexXml, mapAnswer, pagesXml } from './xml.ts'

type Query = { limit?: number; offset?: number; page?: number; pageSize?: number; region?: string; type?: string }

/** An API with so many rows in every list. */
function shop(count: number, only?: string) {
	const asked: Query[] = []
	const api = vi.fn(async (operation: unknown, options?: { query: Query }) => {
		if (operation === listArticles) return [{ slug: 'night-shift', header: 'Ночная смена' }]
		const query = options?.query ?? {}
		asked.push(query)
		const total = operation === listGifts && only && query.region !== only ? 0 : count
		const size = query.limit ?? query.pageSize ?? 0
		const from = operation === listProducts ? ((query.page ?? 1) - 1) * size : (query.offset ?? 0)
		const results = Array.from({ length: Math.max(0, Math.min(size, total - from)) }, (_, at) => ({
			id: from + at + 1,
		}))
		return { count: total, results }
	})
	return { api: api as unknown as Call, asked }
}

test('the index lists only maps that have pages', async () => {
	expect(await filledParts(shop(5, 'ru_cis').api)).toEqual(['pages', 'games', 'products', 'gifts-ru-cis'])
	expect(giftParts.get('gifts-middle-east')).toBe('middle_east')
})

test('every row of a list is named once', async () => {
	const games = await pathsOf('games', shop(230).api)
	expect(games).toHaveLength(230)
	expect(games?.at(-1)).toBe('/ru/games/230')
	expect(await pathsOf('products', shop(130).api)).toHaveLength(130)
})

test('gifts are walked by type and never past the depth the API allows', async () => {
	const { api, asked } = shop(9_000)
	const paths = await pathsOf('gifts-ru', api)
	expect(new Set(asked.map(({ type }) => type))).toEqual(new Set(['game', 'edition', 'dlc']))
	expect(Math.max(...asked.map(({ offset }) => offset ?? 0))).toBe(2_400)
	expect(paths).toHaveLength(3 * 2_500)
})

test('pages of the shop itself are named, private and searching ones are not', async () => {
	const pages = await pathsOf('pages', shop(0).api)
	expect(pages).toContain('/ru/info/night-shift')
	expect(pages?.some((path) => /search|orders|profile|auth/.test(path))).toBe(false)
	expect(await pathsOf('nothing', shop(0).api)).toBeNull()
})

test('maps are well-formed', () => {
	expect(pagesXml(['https://s.example/ru?a=1&b=2'])).toContain('<url><loc>https://s.example/ru?a=1&amp;b=2</loc></url>')
	expect(indexXml(['https://s.example/sitemap-games.xml'])).toContain('<sitemapindex xmlns=')
})

test('a map that cannot be made is not kept', async () => {
	const answer = await mapAnswer(() => Promise.reject(new Error('unreachable')))
	expect(answer.status).toBe(503)
	expect(answer.headers.get('Cache-Control')).toBe('no-store')
	expect((await mapAnswer(async () => '<x/>')).headers.get('Cache-Control')).toContain('s-maxage=3600')
})
