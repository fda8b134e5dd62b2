// @vitest-environment node
// Follows §7 and §8 of the specification sentence by sentence.

import {
	createPubgOrder,
	createSupplyOrder,
	deactivatePromoCode,
	getGame,
	getOrder,
	getProfile,
	listGames,
	listGifts,
} from '@larek/api/store/sdk.gen.ts'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type ClientConfig, createCall } from './call.ts'
import { FetchError, RequiredError, ResponseError, UnknownVariantError } from './errors.ts'
import { exchangeRefreshToken } from './refreshToken.ts'
import { Session } from './session.ts'
import { interceptors } from './transport.ts'

const origin = 'http://shop.test'
const page = { count: 0, next: null, previous: null, results: [] }
const server = setupServer()

beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
beforeEach(() => {
	vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
	server.resetHandlers()
	vi.useRealTimers()
})
afterAll(() => server.close())

const make = (calling: Partial<ClientConfig> = {}) => createCall({ origin, ...calling })

/** Answers each request with the next given response, repeating the last; counts the requests. */
function answering(path: string, ...answers: Array<() => Response>) {
	const seen: Request[] = []
	const reply = ({ request }: { request: Request }) => {
		seen.push(request.clone())
		return (answers[Math.min(seen.length, answers.length) - 1] as () => Response)()
	}
	server.use(http.all(`${origin}${path}`, reply))
	return seen
}

const ok = (body: object) => () => HttpResponse.json(body)
const status =
	(code: number, body: object = {}) =>
	() =>
		HttpResponse.json(body, { status: code })

/** Advances the clock until the call has ended, and returns its result. */
async function settle<T>(promise: Promise<T>): Promise<T | Error> {
	const ended = promise.catch((error: Error) => error)
	let done = false
	ended.finally(() => {
		done = true
	})
	while (!done) {
		await new Promise((resolve) => setImmediate(resolve))
		await vi.advanceTimersToNextTimerAsync()
	}
	return ended
}

describe('a call', () => {
	test('sends a JSON body in snake_case with a content type', async () => {
		const seen = answering('/api/orders/supply_channel/', ok({ resourcetype: 'MooGoldOrder' }))
		await make()(createSupplyOrder, { body: { products: [{ productId: 4, quantity: 2 }], supplyChannelUserId: '77' } })
		expect(seen[0]?.headers.get('Content-Type')).toContain('application/json')
		expect(await seen[0]?.json()).toEqual({
			products: [{ product_id: 4, quantity: 2 }],
			supply_channel_user_id: '77',
		})
	})

	test('gives the answer in camelCase', async () => {
		answering('/api/games/', ok({ ...page, results: [{ resourcetype: 'Steam', detail_title: 'Кошелёк' }] }))
		const games = await make()(listGames)
		expect(games.results[0]?.detailTitle).toBe('Кошелёк')
	})

	test('URL-encodes query parameters, named as the server names them', async () => {
		const seen = answering('/api/gifts/', ok(page))
		await make()(listGifts, { query: { titleIcontains: 'меч & щит', isDiscounted: true } })
		const url = new URL(seen[0]?.url ?? '')
		expect(url.search).toContain('%26')
		expect(url.searchParams.get('title_icontains')).toBe('меч & щит')
		expect(url.searchParams.get('is_discounted')).toBe('true')
	})

	test.each([200, 201, 299])('takes %i for success', async (code) => {
		answering('/api/games/', status(code, page))
		expect(await make()(listGames)).toEqual(page)
	})

	test('takes an empty 204 for success', async () => {
		answering('/api/promo_codes/deactivate/', () => new HttpResponse(null, { status: 204 }))
		await expect(make()(deactivatePromoCode)).resolves.toBeDefined()
	})

	test.each([300, 400, 404, 500])('takes %i for a response error', async (code) => {
		answering('/api/games/', status(code, { code: 'x', detail: 'Нет', fields: [] }))
		const error = await make()(listGames).catch((e) => e)
		expect(error).toBeInstanceOf(ResponseError)
		expect(error.message).toBe('Response returned an error code')
		expect(error.status).toBe(code)
		expect(error.detail).toBe('Нет')
	})

	test('tells which field was refused', async () => {
		const fields = [{ field: 'email', code: 'bad', detail: 'Нужен адрес почты' }]
		answering('/api/orders/pubg/', status(400, { code: 'validation', detail: 'Проверьте форму', fields }))
		const error = await make()(createPubgOrder, { body: { products: [], email: 'x' } }).catch((e) => e)
		expect(error.field('email')).toBe('Нужен адрес почты')
		expect(error.field('products')).toBeUndefined()
	})
})

describe('required parameters', () => {
	test.each([null, undefined])('a path parameter that is %s is named', async (hash) => {
		const error = await make()(getOrder, { path: { hash: hash as never } }).catch((e) => e)
		expect(error).toBeInstanceOf(RequiredError)
		expect(error.message).toBe('Required parameter hash was null or undefined when calling GET /api/orders/{hash}/')
	})

	test('a field of the body that is missing is named', async () => {
		const error = await make()(createPubgOrder, { body: {} as never }).catch((e) => e)
		expect(error.message).toBe('Required parameter products was null or undefined when calling POST /api/orders/pubg/')
		expect(error.field).toBe('products')
	})

	test('zero is present', async () => {
		answering('/api/games/0/', ok({ resourcetype: 'Game' }))
		await expect(make()(getGame, { path: { id: 0 } })).resolves.toBeDefined()
	})
})

describe('silence', () => {
	test('no response is a synthetic 503 Service Unavailable', async () => {
		answering('/api/orders/pubg/', () => HttpResponse.error())
		const error = (await settle(make()(createPubgOrder, { body: { products: [] } }))) as ResponseError
		expect([error.status, error.response.statusText]).toEqual([503, 'Service Unavailable'])
	})

	test('an aborted request is a synthetic 408 Request Timeout', async () => {
		const abort = new AbortController()
		const send = hanging()
		const pending = make({ send })(listGames, { signal: abort.signal }).catch((e) => e)
		abort.abort()
		const error = await pending
		expect([error.status, error.response.statusText]).toEqual([408, 'Request Timeout'])
	})

	test('a request is aborted after 30000 ms', async () => {
		let ended = false
		const pending = make({ send: hanging() })(listGames)
			.catch((e) => e)
			.finally(() => {
				ended = true
			})
		await vi.advanceTimersByTimeAsync(29_999)
		expect(ended).toBe(false)
		await vi.advanceTimersByTimeAsync(1)
		expect((await pending).status).toBe(408)
	})

	test('a failure no interceptor answers is told as such', async () => {
		answering('/api/games/', () => HttpResponse.error())
		const error = await make({ interceptors: [] })(listGames).catch((e) => e)
		expect(error).toBeInstanceOf(FetchError)
		expect(error.message).toBe('The request failed and the interceptors did not return an alternative response')
	})

	test('interceptors are asked in turn, the first answer counts', async () => {
		answering('/api/orders/pubg/', () => HttpResponse.error())
		const teapot = () => new Response(null, { status: 418 })
		const call = make({ interceptors: [() => undefined, teapot, ...interceptors] })
		expect(((await call(createPubgOrder, { body: { products: [] } }).catch((e) => e)) as ResponseError).status).toBe(
			418,
		)
	})
})

describe('repeats', () => {
	test('a GET is retried on 503 twice, after 1 s and then 2 s', async () => {
		const seen = answering('/api/games/', status(503), status(503), ok(page))
		const pending = make()(listGames)
		await arrived(seen, 1)
		await vi.advanceTimersByTimeAsync(999)
		expect(seen).toHaveLength(1)
		await vi.advanceTimersByTimeAsync(1)
		await arrived(seen, 2)
		await vi.advanceTimersByTimeAsync(1_999)
		expect(seen).toHaveLength(2)
		await vi.advanceTimersByTimeAsync(1)
		await arrived(seen, 3)
		expect(await pending).toEqual(page)
	})

	test('the third 503 is given up on', async () => {
		const seen = answering('/api/games/', status(503))
		expect(((await settle(make()(listGames))) as ResponseError).status).toBe(503)
		expect(seen).toHaveLength(3)
	})

	test('silence is a 503 too, and is retried', async () => {
		answering('/api/games/', () => HttpResponse.error(), ok(page))
		expect(await settle(make()(listGames))).toEqual(page)
	})

	test.each([500, 502, 429, 408])('a GET is not retried on %i', async (code) => {
		const seen = answering('/api/games/', status(code))
		await settle(make()(listGames))
		expect(seen).toHaveLength(1)
	})

	test('a POST is never retried', async () => {
		const seen = answering('/api/orders/pubg/', status(503))
		await settle(make()(createPubgOrder, { body: { products: [] } }))
		expect(seen).toHaveLength(1)
	})
})

describe('variants', () => {
	test('an unknown resourcetype is an error that no variant exists', async () => {
		answering('/api/games/', ok({ ...page, results: [{ resourcetype: 'ChessGame' }] }))
		const error = await make()(listGames).catch((e) => e)
		expect(error).toBeInstanceOf(UnknownVariantError)
		expect(error.message).toBe("No variant exists with resourcetype 'ChessGame'")
	})

	test('however deep it is', async () => {
		answering('/api/games/1/', ok({ resourcetype: 'PUBGGame', products: [{ resourcetype: 'Coupon' }] }))
		await expect(make()(getGame, { path: { id: 1 } })).rejects.toThrow("'Coupon'")
	})
})

describe('access', () => {
	const jar = (cookie: string) => new Session(fakeJar(cookie), { secure: false, pause: async () => {} })

	test('requests carry the bearer token when one exists', async () => {
		const seen = answering('/api/auth/profile/', ok({}))
		await make({ session: jar('access=abc') })(getProfile)
		await make({ session: jar('') })(getProfile)
		expect(seen.map((request) => request.headers.get('Authorization'))).toEqual(['Bearer abc', null])
	})

	test('no_access with a detail is handed over', async () => {
		const onNoAccess = vi.fn()
		answering('/api/auth/profile/', status(403, { code: 'no_access', detail: 'Доступ закрыт', fields: [] }))
		await make({ onNoAccess })(getProfile).catch((e) => e)
		expect(onNoAccess).toHaveBeenCalledExactlyOnceWith('Доступ закрыт')
	})

	test.each([
		{ code: 'no_access', detail: '' },
		{ code: 'forbidden', detail: 'Нельзя' },
	])('$code without both is not', async (problem) => {
		const onNoAccess = vi.fn()
		answering('/api/auth/profile/', status(403, problem))
		await make({ onNoAccess })(getProfile).catch((e) => e)
		expect(onNoAccess).not.toHaveBeenCalled()
	})

	test('a 401 of a session has its refresh token traded and replays the request once', async () => {
		const session = jar('access=old')
		const seen = answering('/api/auth/profile/', status(401), ok({ id: 5 }))
		const trades = answering('/api/auth/jwt/refresh/', ok({ access: 'new', refresh: '' }))
		expect(await make({ session })(getProfile)).toEqual({ id: 5 })
		expect(trades).toHaveLength(1)
		// The token itself is in a cookie that no script sees.
		expect(await trades[0]?.json()).toEqual({})
		expect(seen.map((request) => request.headers.get('Authorization'))).toEqual(['Bearer old', 'Bearer new'])
		expect(session.access).toBe('new')
	})

	test('a second 401 is not replayed again', async () => {
		const seen = answering('/api/auth/profile/', status(401))
		answering('/api/auth/jwt/refresh/', ok({ access: 'new', refresh: '' }))
		const error = await make({ session: jar('access=old') })(getProfile).catch((e) => e)
		expect(error.status).toBe(401)
		expect(seen).toHaveLength(2)
	})

	test('without a session a 401 stays a 401', async () => {
		const seen = answering('/api/auth/profile/', status(401))
		expect((await make({ session: jar('') })(getProfile).catch((e) => e)).status).toBe(401)
		expect(seen).toHaveLength(1)
	})

	test('a refresh failing with 400 signs out', async () => {
		const session = jar('access=old')
		const left = vi.fn()
		session.onSignOut(left)
		answering('/api/auth/profile/', status(401))
		const trades = answering('/api/auth/jwt/refresh/', status(400))
		await make({ session })(getProfile).catch((e) => e)
		expect(trades).toHaveLength(1)
		expect(left.mock.calls).toEqual([['over']])
		expect(session.access).toBeUndefined()
	})

	test('a refresh answered with no_access is told, and not tried again', async () => {
		const onNoAccess = vi.fn()
		answering('/api/auth/profile/', status(401))
		const trades = answering('/api/auth/jwt/refresh/', status(403, { code: 'no_access', detail: 'Вход закрыт' }))
		await make({ session: jar('access=old'), onNoAccess })(getProfile).catch((e) => e)
		expect(onNoAccess.mock.calls).toEqual([['Вход закрыт']])
		expect(trades).toHaveLength(1)
	})

	test.each([401, 403, 408, 429, 500, 503])('refresh is retried up to 5 times: %i keeps the session', async (code) => {
		const session = jar('access=old')
		answering('/api/auth/profile/', status(401))
		const trades = answering('/api/auth/jwt/refresh/', status(code))
		await make({ session })(getProfile).catch((e) => e)
		expect(trades).toHaveLength(5)
		expect(session.access).toBe('old')
	})

	test.each([401, 429, 503])('refresh is retried: after one %i the next answer counts', async (code) => {
		const session = jar('access=old')
		answering('/api/auth/profile/', status(401), ok({ id: 5 }))
		const trades = answering('/api/auth/jwt/refresh/', status(code), ok({ access: 'new', refresh: '' }))
		expect(await make({ session })(getProfile)).toEqual({ id: 5 })
		expect(trades).toHaveLength(2)
		expect(session.access).toBe('new')
	})

	test('between the tries of a refresh it waits longer each time, or as long as the server asks, 5 s at most', async () => {
		const waits: number[] = []
		const busy = [
			{ status: 503 },
			{ status: 503 },
			{ status: 429, retryAfter: 2_000 },
			{ status: 429, retryAfter: 60_000 },
		]
		const result = await exchangeRefreshToken(
			async () => busy.shift() ?? { access: 'new' },
			async (ms) => {
				waits.push(ms)
			},
		)
		expect(result).toEqual({ access: 'new' })
		expect(waits).toEqual([250, 500, 2_000, 5_000])
	})

	test('calls refused together share one trade', async () => {
		const session = jar('access=old')
		answering('/api/auth/profile/', status(401), status(401), ok({ id: 5 }))
		const trades = answering('/api/auth/jwt/refresh/', ok({ access: 'new', refresh: '' }))
		const call = make({ session })
		await Promise.all([call(getProfile), call(getProfile)])
		expect(trades).toHaveLength(1)
	})

	test('one refused after the trade takes the token that is there', async () => {
		const session = jar('access=old')
		const slow = { answer: () => {} }
		const send = async (request: Request) => {
			const isOld = request.headers.get('Authorization') === 'Bearer old'
			if (request.url.endsWith('/refresh/')) return Response.json({ access: 'new', refresh: '' })
			if (isOld && request.url.includes('/games/')) await new Promise<void>((resolve) => (slow.answer = resolve))
			return isOld ? new Response(null, { status: 401 }) : Response.json({ id: 5 })
		}
		const sending = vi.fn(send)
		const call = make({ session, send: sending })
		const late = call(getGame, { path: { id: 1 } })
		await call(getProfile)
		slow.answer()
		await late
		expect(sending.mock.calls.filter(([{ url }]) => url.endsWith('/refresh/'))).toHaveLength(1)
	})

	test('another tab that was quicker spares the trade', async () => {
		const cookies = fakeJar('access=old')
		const lock = async (work: () => Promise<boolean>) => {
			cookies.cookie = 'access=theirs; Path=/; Max-Age=9'
			return work()
		}
		const session = new Session(cookies, { secure: false, lock })
		const seen = answering('/api/auth/profile/', status(401), ok({ id: 5 }))
		const trades = answering('/api/auth/jwt/refresh/', ok({ access: 'new', refresh: '' }))
		await make({ session })(getProfile)
		expect(trades).toHaveLength(0)
		expect(seen[1]?.headers.get('Authorization')).toBe('Bearer theirs')
	})
})

describe('a fresh sign-in', () => {
	const token = (claims: object) => `h.${btoa(JSON.stringify(claims)).replaceAll('=', '')}.s`
	const session = (claims: object) => new Session(fakeJar(`access=${token(claims)}`), { secure: false })
	const at = 1_800_000_000

	test.each([
		[0, true],
		[8 * 60, true],
		[10 * 60, false],
	])('%i seconds later: %s', (seconds, isFresh) => {
		expect(session({ auth_time: at }).isFresh((at + seconds) * 1_000)).toBe(isFresh)
	})

	test('is never read out of a token that does not tell', () => {
		expect(session({ iat: at }).isFresh(at * 1_000)).toBe(false)
		expect(new Session(fakeJar('access=nonsense'), { secure: false }).isFresh(at * 1_000)).toBe(false)
		expect(new Session(fakeJar(''), { secure: false }).isFresh(at * 1_000)).toBe(false)
	})
})

/** Never answers, but can be aborted. */
function hanging() {
	return (request: Request) =>
		new Promise<Response>((_, reject) => {
			if (request.signal.aborted) reject(request.signal.reason)
			request.signal.addEventListener('abort', () => reject(request.signal.reason))
		})
}

/** Waits, without moving the clock, until so many requests have come and been answered. */
async function arrived(seen: Request[], count: number) {
	const turn = () => new Promise((resolve) => setImmediate(resolve))
	for (let turns = 0; turns < 500 && seen.length < count; turns++) await turn()
	expect(seen).toHaveLength(count)
	for (let turns = 0; turns < 20; turns++) await turn()
}

/** A browser's cookie jar, as far as a session needs one. */
function fakeJar(cookie: string) {
	const kept = new Map(cookie ? cookie.split('; ').map((part) => part.split('=') as [string, string]) : [])
	return {
		get cookie() {
			return [...kept].map(([name, value]) => `${name}=${value}`).join('; ')
		},
		set cookie(text: string) {
			const [, name = '', value = '', age] = /^(\w+)=([^;]*).*Max-Age=(\d+)/.exec(text) ?? []
			if (age === '0') kept.delete(name)
			else kept.set(name, value)
		},
	}
}
