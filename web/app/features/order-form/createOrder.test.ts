// @vitest-environment node
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createCall } from '~/api/call.ts'
import { createOrder, fieldErrors, finishOrder } from './createOrder.ts'
import type { OrderGame } from './game.ts'

const origin = 'http://shop.test'
const call = createCall({ origin })
const server = setupServer()
const made = { id: 5, hash: '7ZQ4C0M9T2V6X8R1B3D5F7G9HJ', total: '99.00', products: [] }
const game = (resourcetype: OrderGame['resourcetype'], more: Partial<OrderGame> = {}) => ({
	resourcetype,
	isServerNeeded: false,
	servers: [],
	...more,
})

beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

/** The body each path was sent. */
function listen() {
	const sent: Record<string, unknown> = {}
	server.use(
		http.post(`${origin}/api/orders/*`, async ({ request }) => {
			const isForm = request.headers.get('Content-Type')?.startsWith('multipart')
			const body = isForm ? Object.fromEntries(await request.formData()) : await request.json()
			sent[new URL(request.url).pathname] = body
			return HttpResponse.json({ ...made, resourcetype: 'PUBGOrder' }, { status: 201 })
		}),
	)
	return sent
}

test('each kind of game has its own call, and no sums are sent but the one typed', async () => {
	const sent = listen()
	const amounts = { 11: 2, 12: 0 }
	const email = 'kot@example.ru'
	const wish = (kind: ReturnType<typeof game>, draft = {}) => ({
		game: kind,
		draft: { email: ` ${email} `, ...draft },
		amounts,
		withEmail: true,
	})
	await createOrder(call, wish(game('PUBGGame')))
	await createOrder(call, wish(game('Steam'), { steamAmount: '1 500,50', steamAccountId: ' kot ' }))
	await createOrder(call, wish(game('StandoffGame'), { gameAccountId: '77' }))
	const server = { isServerNeeded: true, servers: [{ id: 2, name: 'Europe' }] }
	await createOrder(call, wish(game('SupplyGame', server), { supplyUserId: '7', server: '2', serverCustom: 'x' }))
	const products = [{ product_id: 11, quantity: 2 }]
	expect(sent).toEqual({
		'/api/orders/pubg/': { products, email },
		'/api/orders/steam/': { amount: '1500.50', steam_account_id: 'kot', email },
		'/api/orders/standoff/': { products, game_account_id: '77', email },
		'/api/orders/supply_channel/': { products, email, supply_channel_user_id: '7', supply_channel_server: 2 },
	})
})

test('the picture and the promo code follow', async () => {
	const sent = listen()
	const wish = { game: game('StandoffGame'), amounts: {}, withEmail: false }
	await finishOrder(call, made, {
		...wish,
		draft: { promo: ' NIGHT5 ' },
		avatar: new Blob(['x'], { type: 'image/png' }),
	})
	expect(Object.keys(sent['/api/orders/standoff/avatar/5/'] as object)).toEqual(['game_avatar'])
	expect(sent['/api/orders/5/activate_promo_code/']).toEqual({ code: 'NIGHT5' })
	await finishOrder(call, made, { ...wish, draft: { historyOrderId: '3' } })
	expect(sent['/api/orders/standoff/avatar/5/']).toEqual({ history_order_id: '3' })
})

test('what the server refuses is told at its place on the form', async () => {
	const fields = [
		{ field: 'products.0.quantity', code: 'too_large', detail: 'Не больше 10 шт.' },
		{ field: 'email', code: 'required', detail: 'Укажите почту.' },
		{ field: 'surplus', code: 'wrong', detail: 'Не то.' },
	]
	server.use(
		http.post(`${origin}/api/orders/pubg/`, () =>
			HttpResponse.json({ code: 'validation', detail: 'Проверьте заполнение формы.', fields }, { status: 422 }),
		),
	)
	const failed = await createOrder(call, { game: game('Game'), draft: {}, amounts: { 1: 99 }, withEmail: true }).catch(
		fieldErrors,
	)
	expect(failed).toEqual({
		errors: { packs: 'Не больше 10 шт.', email: 'Укажите почту.' },
		detail: 'Проверьте заполнение формы.',
	})
	expect(fieldErrors(new Error('x'))).toEqual({ errors: {} })
})
