// @vitest-environment node
// The page server runs there, and a browser would not let a script name its own cookies.

import { confirmEmail, listSignInMethods } from '@larek/api/store/sdk.gen.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { apiForVisitor } from './api.server.ts'
import type { ResponseError } from './errors.ts'
import { sendCookies } from './renewal.server.ts'

afterEach(() => vi.unstubAllGlobals())

async function sentFor(headers: Record<string, string>): Promise<Headers> {
	let sent = new Headers()
	vi.stubGlobal('fetch', async (onward: Request) => {
		sent = onward.headers
		return new Response(null, { status: 204 })
	})
	const request = new Request('http://shop.test/ru/profile', { method: 'POST', headers })
	await apiForVisitor(request).call(confirmEmail, { body: { token: 'a' } })
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
	const { call, cookies } = apiForVisitor(new Request('http://shop.test/ru/games/2', { method: 'POST' }))
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
	await apiForVisitor(request).call(listSignInMethods)
	expect(sent).toEqual(['Bearer old', null])
})

/** The API of a user whose access token has expired. */
function expired(trade: () => Response) {
	const sent: string[] = []
	vi.stubGlobal('fetch', async (to: Request | string, init?: RequestInit) => {
		if (typeof to === 'string') {
			const headers = new Headers(init?.headers)
			sent.push(`trade ${headers.get('Cookie')} ${headers.get('Sec-Fetch-Site')} ${headers.get('User-Agent')}`)
			return trade()
		}
		const bearer = to.headers.get('Authorization')
		sent.push(`${to.method} ${bearer}`)
		return bearer === 'Bearer old'
			? new Response('{"code":"unauthorized"}', { status: 401 })
			: new Response(null, { status: 204 })
	})
	return sent
}

function formOf(cookie: string): Request {
	return new Request('http://shop.test/ru/orders/x/pay', {
		method: 'POST',
		headers: { Cookie: cookie, 'Sec-Fetch-Site': 'same-origin', 'User-Agent': 'Phone' },
	})
}

/** Sends a form as the router does, within the middleware. */
async function sendForm(request: Request): Promise<{ status: number | undefined; cookies: string[] }> {
	let status: number | undefined
	const response = (await sendCookies({ request } as never, async () => {
		await apiForVisitor(request)
			.call(confirmEmail, { body: { token: 'a' } })
			.catch((error: ResponseError) => {
				status = error.status
			})
		return new Response()
	})) as Response
	return { status, cookies: response.headers.getSetCookie() }
}

test('a 401 with a refresh token triggers a token refresh and one replay of the request, also for a form without scripts', async () => {
	const sent = expired(() =>
		Response.json({ access: 'new', refresh: '' }, { headers: { 'Set-Cookie': 'refresh=next; Path=/; HttpOnly' } }),
	)
	const { status, cookies } = await sendForm(formOf('access=old; refresh=secret'))
	expect(status).toBeUndefined()
	expect(sent).toEqual(['POST Bearer old', 'trade refresh=secret same-origin Phone', 'POST Bearer new'])
	expect(cookies).toEqual(['refresh=next; Path=/; HttpOnly', 'access=new; Path=/; Max-Age=2592000; SameSite=Lax'])
})

test('a form of a session that is over is refused, and the access cookie goes', async () => {
	const sent = expired(() => new Response(null, { status: 400 }))
	const { status, cookies } = await sendForm(formOf('access=old; refresh=secret'))
	expect(status).toBe(401)
	expect(sent).toEqual(['POST Bearer old', 'trade refresh=secret same-origin Phone'])
	expect(cookies).toEqual(['access=; Path=/; Max-Age=0; SameSite=Lax'])
})

test('a form without a refresh token is refused and trades nothing', async () => {
	const sent = expired(() => new Response(null, { status: 500 }))
	expect(await sendForm(formOf('access=old'))).toEqual({ status: 401, cookies: [] })
	expect(sent).toEqual(['POST Bearer old'])
})
