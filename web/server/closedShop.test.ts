// @vitest-environment node
import { beforeEach, expect, test } from 'vitest'
import type { Brand } from './brand.ts'
import { closedShop, isShown } from './closedShop.ts'

const globals = globalThis as unknown as { shopBrand: Brand }
const shop: Brand = {
	version: 1,
	name: 'Полночь <Ж>',
	line: 'Ночью и днём',
	mark: null,
	palette: null,
	state: 'open',
	note: null,
}
beforeEach(() => {
	globals.shopBrand = shop
})

const page = async () => new Response('a page', { headers: { 'Cache-Control': 'public, s-maxage=60', xkey: 'brand' } })
const gate = closedShop(page, async (pass) => pass === 'good')
const visit = (path: string, cookie = '') =>
	gate(new Request(`http://shop.test${path}`, cookie ? { headers: { Cookie: cookie } } : {}))

test('an open shop is shown as it is, whatever the visitor carries', async () => {
	for (const cookie of ['', 'pass=bad']) {
		const response = await visit('/ru', cookie)
		expect([response.status, response.headers.get('Cache-Control'), await response.text()]).toEqual([
			200,
			'public, s-maxage=60',
			'a page',
		])
	}
})

test('visitors of a shop that never opened see no page of it', async () => {
	globals.shopBrand = { ...shop, state: 'preparing' }
	for (const path of ['/ru', '/ru/games/1', '/ru/games/1.data', '/ru/orders', '/ru/info/contacts', '/robots.txt']) {
		const response = await visit(path, 'pass=bad')
		expect([
			response.status,
			response.headers.get('Retry-After'),
			response.headers.get('X-Robots-Tag'),
			response.headers.get('Cache-Control'),
			response.headers.get('xkey'),
		]).toEqual([503, '3600', 'noindex', 'no-store', null])
		const html = await response.text()
		expect(html).toContain('<h1>Скоро откроемся</h1>')
		expect(html).toContain('Полночь &lt;Ж&gt;')
		expect(html).not.toContain('a page')
	}
})

test('a closed shop says until when, and shows buyers their orders', async () => {
	globals.shopBrand = { ...shop, state: 'closed', note: 'До 18:00 по Москве' }
	const home = await visit('/ru')
	expect(home.status).toBe(503)
	expect(await home.text()).toContain('<p class="note">До 18:00 по Москве</p>')
	for (const path of ['/ru/orders', '/ru/orders/x/details', '/ru/profile', '/ru/info/contacts', '/ru/auth/confirm']) {
		expect((await visit(path)).status).toBe(200)
	}
	expect(isShown('/ru/ordersmore', 'closed')).toBe(false)
})

test('staff see a closed shop, and nobody keeps what they saw', async () => {
	globals.shopBrand = { ...shop, state: 'preparing' }
	const response = await visit('/ru', 'country=KZ; pass=good')
	expect([
		response.status,
		response.headers.get('Cache-Control'),
		response.headers.get('xkey'),
		response.headers.get('X-Robots-Tag'),
	]).toEqual([200, 'private, no-store', null, 'noindex'])
})

test('a preview of the console is shown by its own token', () => {
	expect(isShown('/ru/preview/games/1', 'preparing')).toBe(true)
})
