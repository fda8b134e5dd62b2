// Follows §2 of the specification: the table of routes.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { expect, test } from 'vitest'
import { loader as missingPage } from '~/routes/not-found.ts'
import routes from '~/routes.ts'

const app = join(import.meta.dirname, '../app')

interface Page {
	path: string
	/** The modules a page is inside of, the outermost first, and its own. */
	modules: string[]
}

function pagesOf(entries: RouteConfigEntry[], above: string[] = [], prefix = ''): Page[] {
	return entries.flatMap(({ path, file, children, index }) => {
		const modules = [...above, file]
		const whole = [prefix, path].filter(Boolean).join('/')
		const own = children && !index ? [] : [{ path: `/${whole}`, modules }]
		return [...own, ...pagesOf(children ?? [], modules, whole)]
	})
}

const pages = pagesOf(routes)
const pageAt = (path: string) => pages.find((page) => page.path === path)
const missing = (files: string[]) => files.filter((file) => !existsSync(join(app, file)))

test.each([
	['/', '/'],
	['/', '/ru'],
	['/products/{page?}', '/ru/products/:page?'],
	['/products/details/{id}', '/ru/products/details/:id'],
	['/gifts/{page?}', '/ru/gifts/:page?'],
	['/gifts/detalis/{id}', '/ru/gifts/detalis/:id'],
	['/orders/{orderHash}/details', '/ru/orders/:hash/details'],
	['/orders/{orderHash}/pay', '/ru/orders/:hash/pay'],
	['/feedback', '/ru/feedback'],
	['/info', '/ru/info'],
	['/info/contacts', '/ru/info/contacts'],
	['/info/privacy-policy, /info/user-agreement, /info/TextBlock', '/ru/info/:slug'],
	['/profile', '/ru/profile'],
	['/profile/settings', '/ru/profile/settings'],
	['/auth/{social}/redirect', '/ru/auth/:social/redirect'],
	['/auth/{provider}/redirect/', '/auth/:social/redirect'],
])('every address of the specification has its page', (_, path) => {
	expect(pageAt(path), path).toBeDefined()
})

test('every page is under the locale', () => {
	// What is read by machines and by services is not a page.
	const others = /^\/(\*|robots\.txt|site\.webmanifest|sitemap[\w-]*\.xml|auth\/:social\/redirect)?$/
	expect(pages.map(({ path }) => path).filter((path) => !/^\/ru(\/|$)/.test(path) && !others.test(path))).toEqual([])
})

test('settings are a child of the profile', () => {
	expect(pageAt('/ru/profile/settings')?.modules.slice(0, -1)).toEqual(pageAt('/ru/profile')?.modules.slice(0, -1))
	expect(pageAt('/ru/profile/settings')?.modules).toContain('routes/profile.tsx')
})

test('the way back from a sign-in has no layout', () => {
	expect(pageAt('/ru/auth/:social/redirect')?.modules).toHaveLength(1)
	expect(pageAt('/ru/feedback')?.modules).toHaveLength(2)
})

test('a route whose module does not exist is an error', () => {
	expect(missing(['routes/nowhere.tsx'])).toEqual(['routes/nowhere.tsx'])
	expect(missing(pages.flatMap(({ modules }) => modules))).toEqual([])
})

const opened = (path: string, headers: HeadersInit = {}) =>
	thrownBy(() => missingPage({ request: new Request(`http://shop.test${path}`, { headers }) } as never))

test.each([
	['as a document', '/ru/nowhere?a=1', {}],
	['as a document, behind a cache that leaves parameters out', '/ru/nowhere', { 'X-Full-Path': '/ru/nowhere?a=1' }],
	['by the router', '/ru/nowhere.data?a=1&_routes=routes%2Fgame', {}],
])('an unknown path is a 404 with the path in its data, opened %s', (_, path, headers) => {
	expect(opened(path, headers)).toMatchObject({
		data: { message: 'Page Not Found: /ru/nowhere?a=1', path: '/ru/nowhere?a=1' },
		init: { status: 404 },
	})
})

test.each([
	['/products', '/ru/products'],
	['/products.data?_routes=routes%2Fproducts', '/ru/products'],
	['/profile', '/ru/profile'],
	['/orders/abc/pay?x=1', '/ru/orders/abc/pay?x=1'],
	['/gifts/detalis/42', '/ru/gifts/detalis/42'],
	['/gifts/details/42', '/ru/gifts/detalis/42'],
	['/ru/gifts/details/42', '/ru/gifts/detalis/42'],
])('%s leads to %s', (path, to) => {
	const response = opened(path) as Response
	expect([response.status, response.headers.get('Location')]).toEqual([302, to])
})

test('every section of the shop is found without the language', () => {
	// What letters, sign-in services and the console link to is linked with it.
	const linked = ['auth', 'preview', 'dev']
	const sections = pages.filter(({ path }) => path.startsWith('/ru/')).map(({ path }) => path.split('/')[2] ?? '')
	const typed = new Set(sections.filter((section) => !linked.includes(section)))
	for (const section of typed) expect((opened(`/${section}`) as Response).status, section).toBe(302)
})

function thrownBy(act: () => unknown): unknown {
	try {
		act()
	} catch (error) {
		return error
	}
	return undefined
}
