import { afterEach, expect, test, vi } from 'vitest'
import { apiAs } from './api.server.ts'
import { confirmEmail } from './gen/sdk.gen.ts'

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
