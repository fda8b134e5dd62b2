// @vitest-environment node
import { expect, test } from 'vitest'
import { microCache } from './microCache.ts'

const shared = { 'Cache-Control': 'public, max-age=0' }

function counting(headers: HeadersInit = shared, status = 200) {
	const urls: string[] = []
	const handle = async (request: Request) => {
		urls.push(request.url)
		await new Promise((resolve) => setTimeout(resolve, 5))
		return new Response(`page ${urls.length}`, { headers, status })
	}
	return { handle, urls }
}

const get = (path: string, headers: HeadersInit = {}) => new Request(`http://shop.test${path}`, { headers })
const text = async (response: Promise<Response>) => (await response).text()

test('a shared page is rendered once for everybody who comes together', async () => {
	const { handle, urls } = counting()
	const cached = microCache(handle, 1_000)
	expect(await Promise.all([text(cached(get('/ru'))), text(cached(get('/ru')))])).toEqual(['page 1', 'page 1'])
	expect(await text(cached(get('/ru')))).toBe('page 1')
	expect(urls).toHaveLength(1)
})

test('and again after the time it is kept for', async () => {
	let now = 0
	const { handle } = counting()
	const cached = microCache(handle, 1_000, () => now)
	await cached(get('/ru'))
	now = 999
	expect(await text(cached(get('/ru')))).toBe('page 1')
	now = 1_000
	expect(await text(cached(get('/ru')))).toBe('page 2')
})

test('kept for no time, it is still rendered once at a time', async () => {
	const { handle } = counting()
	const cached = microCache(handle, 0)
	expect(await Promise.all([text(cached(get('/ru'))), text(cached(get('/ru')))])).toEqual(['page 1', 'page 1'])
	expect(await text(cached(get('/ru')))).toBe('page 2')
})

test('markets do not share', async () => {
	const { handle, urls } = counting()
	const cached = microCache(handle, 1_000)
	await cached(get('/ru', { 'X-Country': 'KZ' }))
	await cached(get('/ru', { Cookie: 'a=1; country=BY' }))
	await cached(get('/ru'))
	expect(urls).toHaveLength(3)
})

test('queries that mean nothing are left out, of the key and of the page', async () => {
	const { handle, urls } = counting()
	const cached = microCache(handle, 1_000)
	await cached(get('/ru/gifts?utm_source=x&region=ru'))
	await cached(get('/ru/gifts?region=ru&fbclid=y'))
	expect(urls).toEqual(['http://shop.test/ru/gifts?region=ru'])
})

test('a page that does not exist can name the whole address', async () => {
	const asked: Array<string | null> = []
	const cached = microCache(async (request) => {
		asked.push(request.headers.get('X-Full-Path'))
		return new Response(null, { status: 404 })
	}, 1_000)
	await cached(get('/ru/nothing?x=1&q=2'))
	await cached(get('/ru/nothing?q=2', { 'X-Full-Path': '/ru/nothing?x=1&q=2' }))
	expect(asked).toEqual(['/ru/nothing?x=1&q=2', '/ru/nothing?x=1&q=2'])
})

test('what is not shared is rendered for each', async () => {
	const { handle, urls } = counting({ 'Cache-Control': 'private, no-store' })
	const cached = microCache(handle, 1_000)
	const both = await Promise.all([text(cached(get('/ru/x'))), text(cached(get('/ru/x')))])
	expect(new Set(both).size).toBe(2)
	expect(urls).toHaveLength(2)
})

test('failures are not kept', async () => {
	const { handle, urls } = counting(shared, 500)
	const cached = microCache(handle, 1_000)
	await cached(get('/ru'))
	await cached(get('/ru'))
	expect(urls).toHaveLength(2)
})

test.each([
	'/ru/auth/vk/redirect?code=1',
	'/ru/orders/ABC/pay?paid=1',
	'/ru/profile',
	'/__manifest?paths=%2Fru&version=1',
])('%s is passed on as it is', async (path) => {
	const { handle, urls } = counting()
	const cached = microCache(handle, 1_000)
	await cached(get(path))
	await cached(get(path))
	expect(urls).toEqual([`http://shop.test${path}`, `http://shop.test${path}`])
})
