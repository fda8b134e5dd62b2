import * as sdk from '@larek/api/store/sdk.gen.ts'
import { expect, test, vi } from 'vitest'
import type { Call } from '~/api/call.ts'
import { ResponseError } from '~/api/errors.ts'
import type { OrderView } from '~/entities/order/orderView.ts'
import { submitPay } from './submitPay.ts'

const hash = '7ZQ4C0M9T2V6X8R1B3D5F7G9HJ'
const headers = { 'X-Order-Hash': hash }
const known = { path: { id: 5 }, headers }

const formOf = (kind: OrderView['kind'], fields: Record<string, string>) => {
	const form = new FormData()
	for (const [name, value] of Object.entries({ order: '5', kind, ...fields })) form.set(name, value)
	return form
}
const answering = () => vi.fn(() => Promise.resolve({})) as unknown as Call & ReturnType<typeof vi.fn>
const refusing = (status: number, problem: object | null) =>
	vi.fn(() => Promise.reject(new ResponseError(new Response(null, { status }), problem as never))) as unknown as Call

test.each([
	['PUBGOrder', sdk.updatePubgOrder, sdk.updatePubgDelivery, {}, {}],
	[
		'StandoffOrder',
		sdk.updateStandoffOrder,
		sdk.updateStandoffDelivery,
		{ gameAccountId: '77' },
		{ gameAccountId: '77' },
	],
	[
		'MooGoldOrder',
		sdk.updateSupplyOrder,
		sdk.updateSupplyDelivery,
		{ supplyUserId: '512', server: '3' },
		{ moogoldUserId: '512', moogoldServer: 3, moogoldServerCustomId: undefined },
	],
] as const)(
	'an unpaid %s can be changed: quantities and where it goes',
	async (kind, update, deliver, sent, details) => {
		const call = answering()
		const change = { intent: 'change', goods: '61×2 62×1', 'line-61': '3', 'line-62': '0', email: 'a@b.ru', ...sent }
		expect(await submitPay(call, hash, formOf(kind, change))).toEqual({ change: { isDone: true } })
		expect(call.mock.calls).toEqual([
			[update, { ...known, body: { products: [{ id: 61, quantity: 3 }] } }],
			[deliver, { ...known, body: { email: 'a@b.ru', ...details } }],
		])
	},
)

test('an unpaid Steam order can be changed: its amount and its login', async () => {
	const call = answering()
	const change = { intent: 'change', goods: '777.00', amount: '1 500,5', email: 'a@b.ru', steamAccountId: 'kiosk' }
	await submitPay(call, hash, formOf('SteamOrder', change))
	expect(call.mock.calls).toEqual([
		[sdk.updateSteamOrder, { ...known, body: { amount: '1500.50' } }],
		[sdk.updateSteamDelivery, { ...known, body: { email: 'a@b.ru', steamAccountId: 'kiosk' } }],
	])
})

test('an unpaid gift can be changed for another', async () => {
	const call = answering()
	await submitPay(call, hash, formOf('RokkyOrder', { intent: 'change', goods: '8', gift: '9', email: 'a@b.ru' }))
	expect(call.mock.calls).toEqual([
		[sdk.updateRokkyOrder, { ...known, body: { gift: 9 } }],
		[sdk.updateRokkyDelivery, { ...known, body: { email: 'a@b.ru' } }],
	])
})

test('goods that stay as they are are not priced anew', async () => {
	const call = answering()
	await submitPay(call, hash, formOf('PUBGOrder', { intent: 'change', goods: '61×2', 'line-61': '2', email: 'a@b.ru' }))
	expect(call.mock.calls.map(([operation]) => operation)).toEqual([sdk.updatePubgDelivery])
})

test('an order without goods is not sent', async () => {
	const call = answering()
	const result = await submitPay(call, hash, formOf('PUBGOrder', { intent: 'change', goods: '61×2', 'line-61': '0' }))
	expect(result).toEqual({ change: { detail: 'Оставьте в заказе хотя бы один товар.' } })
	expect(call).not.toHaveBeenCalled()
})

test('what the server refuses is said at its field', async () => {
	const problem = {
		code: 'invalid',
		detail: 'Проверьте поля.',
		fields: [{ field: 'amount', code: 'x', detail: 'Мало.' }],
	}
	const change = formOf('SteamOrder', { intent: 'change', goods: '777.00', amount: '1' })
	expect(await submitPay(refusing(400, problem), hash, change)).toEqual({
		change: { errors: { amount: 'Мало.' }, detail: 'Проверьте поля.' },
	})
})

test('a payment is started with the currency and the contacts of its method', async () => {
	const call = answering()
	const form = { intent: 'pay', method: 'm', 'currency-m': 'KZT', 'phone-m': '+7 (999) 000-00-00', 'email-other': 'x' }
	expect(await submitPay(call, hash, formOf('PUBGOrder', form))).toEqual({ started: { method: 'm', scenario: {} } })
	expect(call.mock.calls).toEqual([
		[
			sdk.startPayment,
			{ path: { name: 'm' }, headers, body: { orderId: 5, currency: 'KZT', email: undefined, phone: '+79990000000' } },
		],
	])
})

test('a wrong phone starts nothing', async () => {
	const call = answering()
	const result = await submitPay(call, hash, formOf('PUBGOrder', { intent: 'pay', method: 'm', 'phone-m': '123' }))
	expect(result.refused?.phone).toBe('Введите номер целиком, например +7 999 000-00-00.')
	expect(call).not.toHaveBeenCalled()
})

test('silence says nothing about the money', async () => {
	const result = await submitPay(refusing(503, null), hash, formOf('PUBGOrder', { intent: 'pay', method: 'balance' }))
	expect(result.refused?.detail).toMatch(/^Связь прервалась/)
})

test('a field left empty is not called a typo', async () => {
	const call = answering()
	const pay = { intent: 'pay', method: 'card', 'email-card': '', 'phone-card': '' }
	const { refused } = await submitPay(call, hash, formOf('PUBGOrder', pay))
	expect(refused).toMatchObject({
		email: 'Укажите почту: на неё придёт чек.',
		phone: 'Укажите телефон, с которого платите.',
	})
	expect(call).not.toHaveBeenCalled()
})
