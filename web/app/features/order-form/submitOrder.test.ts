// @vitest-environment node
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createCall } from '~/api/call.ts'
import { submitOrder } from './submitOrder.ts'

const origin = 'http://shop.test'
const call = createCall({ origin })
const server = setupServer()
const hash = '7ZQ4C0M9T2V6X8R1B3D5F7G9HJ'

beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

const product = {
	...{ id: 11, title: '100 голды', price: '85.00', picture: null, min_quantity: 1, max_quantity: 10, is_active: true },
	...{ discount_price: null, discount_percent: 0, game_id: 2, game_title: '', created: '', amount_uc: 60, gold: 100 },
}

/** A shop with one game; remembers what was created. */
function shop(resourcetype: 'PUBGGame' | 'StandoffGame' | 'Steam') {
	const created: unknown[] = []
	const kind = `${resourcetype.replace('Game', '')}Product`
	server.use(
		http.get(`${origin}/api/games/2/`, () =>
			HttpResponse.json({
				...{ id: 2, title: '', detail_title: '', detail_description: '', logo: null, is_active: true, id_hint: '' },
				...{ is_auth_required: false, product_preview_name: '', tags: [], resourcetype },
				products: [{ ...product, resourcetype: kind }],
			}),
		),
		http.get(`${origin}/api/orders/*/settings/`, () => new HttpResponse(null, { status: 404 })),
		http.post(`${origin}/api/orders/:kind/`, async ({ request }) => {
			created.push(await request.json())
			return HttpResponse.json(
				{ id: 5, hash, total: '85.00', products: [], resourcetype: 'PUBGOrder' },
				{ status: 201 },
			)
		}),
	)
	return created
}

function form(fields: Record<string, string | Blob>): FormData {
	const data = new FormData()
	for (const [name, value] of Object.entries(fields)) data.append(name, value)
	return data
}

const guest = { gameId: 2, isSignedIn: false }

test('a filled form creates the order', async () => {
	const created = shop('PUBGGame')
	const answer = await submitOrder(call, form({ 'amount-11': '2', email: 'kot@example.ru' }), guest)
	expect(answer).toEqual({ id: 5, hash })
	expect(created).toEqual([{ products: [{ product_id: 11, quantity: 2 }], email: 'kot@example.ru' }])
})

test('a signed-in buyer’s order is created without an e-mail, whatever the form holds', async () => {
	const created = shop('PUBGGame')
	await submitOrder(call, form({ 'amount-11': '1', email: 'x' }), { ...guest, isSignedIn: true })
	expect(created).toEqual([{ products: [{ product_id: 11, quantity: 1 }] }])
})

test('a form with something missing comes back with what was typed, and nothing is created', async () => {
	const created = shop('PUBGGame')
	const answer = await submitOrder(call, form({ 'amount-11': '2', email: '' }), guest)
	expect(answer).toEqual({ draft: { email: '' }, amounts: { 11: 2 }, errors: {} })
	expect(created).toEqual([])
})

test('a quick sum of Steam counts as typed, with or without scripts', async () => {
	const created = shop('Steam')
	const fields = { steamAmount: '', steamQuick: '85', steamAccountId: 'kot_77', email: 'kot@example.ru' }
	expect(await submitOrder(call, form(fields), guest)).toEqual({ id: 5, hash })
	expect(created).toEqual([{ amount: '85.00', steam_account_id: 'kot_77', email: 'kot@example.ru' }])
})

test('an order whose picture did not arrive is finished by the next attempt, and no second one is created', async () => {
	const created = shop('StandoffGame')
	let isRefusing = true
	server.use(
		http.post(`${origin}/api/orders/standoff/avatar/5/`, () =>
			isRefusing
				? HttpResponse.json({ code: 'x', detail: 'Нет снимка.', fields: [] }, { status: 422 })
				: new HttpResponse(null, { status: 204 }),
		),
	)
	const fields = {
		...{ 'amount-11': '1', gameAccountId: '7', email: 'kot@example.ru' },
		gameAvatar: new File(['x'], 'a.png', { type: 'image/png' }),
	}
	const first = await submitOrder(call, form(fields), guest)
	expect(first).toMatchObject({ detail: 'Нет снимка.', pending: expect.any(String) })
	isRefusing = false
	const pending = 'pending' in first ? (first.pending ?? '') : ''
	expect(await submitOrder(call, form({ ...fields, pending }), guest)).toEqual({ id: 5, hash })
	expect(created).toHaveLength(1)
	// Other quantities are another order.
	await submitOrder(call, form({ ...fields, 'amount-11': '2', pending }), guest)
	expect(created).toHaveLength(2)
})

test('a promo code is asked about without creating anything', async () => {
	const created = shop('PUBGGame')
	const promo = { code: 'UC8', percent: 8, valid_until: null, resourcetype: 'PromoCode', game: null }
	server.use(http.post(`${origin}/api/promo_codes/show/`, () => HttpResponse.json(promo)))
	const answer = await submitOrder(call, form({ intent: 'promo', promo: ' UC8 ', email: '' }), guest)
	expect(answer).toMatchObject({ promo: { code: 'UC8', percent: 8 } })
	expect(created).toEqual([])
})

test('a shop that does not answer is said in words, and what was typed stays', async () => {
	server.use(http.get(`${origin}/api/games/2/`, () => new HttpResponse(null, { status: 500 })))
	const answer = await submitOrder(call, form({ 'amount-11': '2', email: 'kot@example.ru' }), guest)
	expect(answer).toMatchObject({
		draft: { email: 'kot@example.ru' },
		amounts: { 11: 2 },
		detail: expect.stringContaining('Заказ не создан'),
	})
})
