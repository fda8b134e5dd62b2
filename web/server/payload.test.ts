// @vitest-environment node
import { data, redirect, type ServerBuild } from 'react-router'
import { expect, test } from 'vitest'
import { pageHeaders, shared } from '../app/lib/caching.ts'
import { cacheControl } from './assets.ts'
import { cacheablePages } from './cacheablePages.ts'
import { withPayloads } from './payload.ts'

const page = (id: string, path: string, loader?: (args: { params: { id?: string }; request: Request }) => unknown) => ({
	[id]: { id, path, parentId: 'shell', module: { default: () => null, loader, headers: pageHeaders } },
})
const routes = {
	shell: { id: 'shell', module: { default: () => null } },
	...page('game', 'ru/games/:id', ({ params, request }) => {
		if (params.id === '404') throw data({}, { status: 404 })
		if (params.id === '503') throw data({}, { status: 503 })
		if (params.id === 'old') throw redirect('/ru/games/1')
		return shared({ id: params.id, page: new URL(request.url).search }, ['catalog'])
	}),
	...page('mine', 'ru/mine', () => ({ secret: 1 })),
	...page('order', 'ru/orders/:id', () => shared({ secret: 1 })),
	...page('kit', 'ru/dev/kit'),
	entrance: { id: 'entrance', path: '', module: { loader: () => redirect('/ru') } },
} as unknown as ServerBuild['routes']

const handle = withPayloads({ routes }, async () => new Response('page'))
const ask = (path: string) => handle(new Request(`http://shop.test${path}`))

test('a page gives its data as JSON, cached as the page is', async () => {
	const answer = await ask('/ru/games/7/_payload.json?page=2')
	expect(answer.status).toBe(200)
	expect(answer.headers.get('Content-Type')).toContain('application/json')
	expect(answer.headers.get('Cache-Control')).toContain('s-maxage=60')
	expect(answer.headers.get('xkey')).toBe('catalog payment brand')
	expect(await answer.json()).toEqual({ id: '7', page: '?page=2' })
})

test.each([
	['somebody’s own', '/ru/orders/1'],
	['not marked as shared', '/ru/mine'],
	['without data', '/ru/dev/kit'],
	['unknown', '/ru/nowhere'],
	['missing', '/ru/games/404'],
	['moved', '/ru/games/old'],
	['the entrance', ''],
])('a page that is %s has none', async (_, path) => {
	const answer = await ask(`${path}/_payload.json`)
	expect(answer.status).toBe(404)
	expect(answer.headers.get('Cache-Control')).toBe('private, no-store')
	expect(await answer.json()).toMatchObject({ code: 'not_found' })
})

test('a failure stays a failure', async () => {
	expect((await ask('/ru/games/503/_payload.json')).status).toBe(503)
})

test('everything else is a page', async () => {
	expect(await (await ask('/ru/games/7')).text()).toBe('page')
})

test('the rules of a build name what may be cached', () => {
	expect(cacheablePages({ routes }).map(({ path }) => path)).toEqual(['/ru/games/:id', '/ru/mine'])
})

test('files of the build are kept as long as they stay true', () => {
	expect(cacheControl('/builds/latest.json')).toBe('no-cache')
	expect(cacheControl('/builds/meta/1f.json')).toContain('immutable')
	expect(cacheControl('/assets/a-1f.js')).toContain('immutable')
	expect(cacheControl('/og.png')).toBe('public, max-age=3600')
})
