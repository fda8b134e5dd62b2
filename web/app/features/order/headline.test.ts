import { expect, test } from 'vitest'
import { happened, sampleOrder, sampleQuote } from '~/entities/order/orderView.fixture.ts'
import type { LineView } from '~/entities/order/orderView.ts'
import { headlineOf as headlineAt } from './headline.ts'

const headlineOf = (order: Parameters<typeof headlineAt>[0]) => headlineAt(order, 0)

test('whoever holds a link alone is not told that codes are theirs, nor asked for details', () => {
	const [line] = sampleOrder().lines as [LineView]
	const bought = (status: LineView['status'], codes: string[]) => ({
		isOwner: false,
		lines: [{ ...line, status, codes }],
		timeline: happened('payment.received'),
	})
	expect(headlineOf(sampleOrder({ status: 'done', ...bought('completed', ['••••']) }))).toEqual({
		title: 'Заказ доставлен',
		mood: 'good',
	})
	expect(headlineOf(sampleOrder({ status: 'sending', ...bought('incorrect-details', []) })).mood).toBe('wait')
})

test('the headline says where the order stands and what it means for the money', () => {
	const say = (more: Parameters<typeof sampleOrder>[0]) => headlineOf(sampleOrder(more))
	expect(say({}).mood).toBe('pay')
	expect(say({ status: 'waiting_for_payment', timeline: happened('payment.started') }).mood).toBe('wait')
	expect(say({ status: 'waiting_for_payment', timeline: happened('payment.declined') }).mood).toBe('pay')
	expect(say({ status: 'failed', isPaymentActive: false }).text).toContain('Оплата не пришла вовремя')
	const paid = happened('payment.received')
	expect(say({ status: 'failed', timeline: paid }).text).toContain('Возвращаем 1\u00a0634,00\u00a0₽')
	const inTenge = { amount: 1_138_700, currency: 'KZT', refunded: 0 }
	expect(say({ status: 'failed', timeline: paid, paid: inTenge }).text).toContain('Возвращаем 11\u00a0387\u00a0₸')
	const refunded = [...paid, { at: '', event: 'refund.done', text: 'Вернули 1634 ₽', lineId: null }]
	expect(say({ status: 'failed', timeline: refunded }).text).toContain(
		'Вернули 1634 ₽. Деньги придут туда, откуда платили',
	)
	const elsewhere = happened('payment.received', 'refund.redirected', 'refund.done')
	expect(say({ status: 'failed', timeline: elsewhere }).text).toBe('refund.done.')
	expect(say({ status: 'failed', timeline: refunded, refundTo: 'balance' }).text).toContain('Вернули 1634 ₽ на баланс')
	expect(say({ status: 'paid', timeline: paid, quote: sampleQuote }).mood).toBe('wait')
	expect(say({ status: 'done', timeline: paid }).mood).toBe('good')
	expect(say({ status: 'done', timeline: paid, belongsTo: 'account' }).text).toContain('Заказ в вашем профиле')
	expect(say({ status: 'done', timeline: paid, belongsTo: 'guest' }).text).toContain('там, где вы его оформили')
	const [line] = sampleOrder().lines as [LineView]
	const partly = { status: 'done', lines: [{ ...line, status: 'completed' as const }] } as const
	const part = happened('payment.received', 'delivery.partly')
	expect(say({ ...partly, lines: [...partly.lines], timeline: part })).toMatchObject({
		title: 'Доставили не всё',
		text: 'Деньги за недоставленное возвращаем туда, откуда платили.',
	})
	const back = [...part, { at: '', event: 'refund.done', text: 'Вернули 817 ₽', lineId: null }]
	expect(say({ ...partly, lines: [...partly.lines], timeline: back }).text).toContain('Вернули 817 ₽')
})

test('every state of the money has its own headline, and no two sentences contradict each other', () => {
	const say = (...events: string[]) => {
		const timeline = happened(...events)
		return headlineOf(sampleOrder({ status: 'waiting_for_payment', timeline }))
	}
	const part = say('payment.started', 'payment.part')
	expect(part).toMatchObject({ title: 'Пришла не вся сумма', mood: 'pay' })
	expect(part.text).toMatch(/^payment\.part\. /)
	const short = say('payment.started', 'payment.part', 'payment.short', 'payment.expired')
	expect(short).toMatchObject({ title: 'Пришла не вся сумма', mood: 'pay' })
	expect(short.text).toBe('payment.short. Заказ можно оплатить заново.')
	expect(say('payment.started', 'payment.short', 'payment.expired', 'refund.done').text).toBe(
		'refund.done. Заказ можно оплатить заново.',
	)
	expect(say('payment.started', 'payment.declined').title).toBe('Платёж не прошёл')
	expect(say('payment.started', 'payment.expired').title).toBe('Время на этот платёж вышло')
	expect(say('payment.started', 'payment.declined', 'payment.started').title).toBe('Ждём оплату')
	expect(say('payment.started', 'payment.late').title).toBe('Деньги возвращаем')
	expect(say('payment.started', 'payment.expired', 'payment.late', 'refund.done')).toMatchObject({
		title: 'Деньги вернули',
		text: 'refund.done. Заказ можно оплатить заново.',
	})
	const closed = headlineOf(
		sampleOrder({ status: 'failed', isPaymentActive: false, timeline: happened('payment.started', 'payment.short') }),
	)
	expect(closed).toMatchObject({ title: 'Заказ закрыт', text: 'payment.short.' })
})
