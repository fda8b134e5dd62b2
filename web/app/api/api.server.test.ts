// @vitest-environment node
// The page server runs there, and a browser would not let a script name its own cookies.
import { afterEach, expect, test, vi } from 'vitest'
import { apiAs } from './api.server.ts'
import { confirmEmail, listSignInMethods } from './gen/sdk.gen.ts'

afterEach(() => vi.unstubAllGlobals())

async function sentFor(headers: Record<string, string>): Promise<Headers> {
	let sent = new Headers()
	vi.stubGlobal('fetch', async (onward: Request) => {
		sent = onward.headers
		return new Response(null, { status: 204 })
	})
	const request = new Request('http://shop.test/ru/profile', { method: 'POST', headers })
	await apiAs(request).call(confirmEmail, { body: { token: 'a' } })
	return sent
}

test('a form goes on under the address of the visitor, so that limits count them and not the page server', async () => {
	const sent = await sentFor({ 'X-Forwarded-For': '203.0.113.7, 127.0.0.1' })
	expect(sent.get('X-Forwarded-For')).toBe('203.0.113.7')
})

test('without an edge no address is made up', async () => {
	expect((await sentFor({})).has('X-Forwarded-For')).toBe(false)
})

test('an order just made is this browser’s in the calls that follow', async () => {
	const sent: Array<string | null> = []
	vi.stubGlobal('fetch', async (onward: Request) => {
		sent.push(onward.headers.get('Cookie'))
		return new Response(null, { status: 204, headers: { 'Set-Cookie': 'guest=abc.def; Path=/; HttpOnly' } })
	})
	const { call, cookies } = apiAs(new Request('http://shop.test/ru/games/2', { method: 'POST' }))
	for (const token of ['a', 'b']) await call(confirmEmail, { body: { token } })
	expect(sent).toEqual([null, 'guest=abc.def'])
	expect(cookies).toHaveLength(2)
})

test('a token that has run out is left out of what a page reads, and never renewed here', async () => {
	const sent: Array<string | null> = []
	vi.stubGlobal('fetch', async (onward: Request) => {
		sent.push(onward.headers.get('Authorization'))
		const refused = onward.headers.has('Authorization')
		return new Response(refused ? '{"code":"unauthorized"}' : '[]', {
			status: refused ? 401 : 200,
			headers: { 'Content-Type': 'application/json' },
		})
	})
	const request = new Request('http://shop.test/ru/orders/x/details', {
		headers: { Cookie: 'access=old; refresh=secret' },
	})
	await apiAs(request).call(listSignInMethods)
	expect(sent).toEqual(['Bearer old', null])
})
