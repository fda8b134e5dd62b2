import { toCamelCase } from '@larek/api/caseMapping.ts'
import type { Order } from '@larek/api/store/types.gen.ts'
import { expect, test } from 'vitest'
import examples from '../../../../api/examples/Order.json'
import { parseLocalOrders, recentOrder, saveLocalOrder } from './localOrders.ts'
import { arrivedAt, lineStatusLabel, lineStatusText, masked } from './orderLabels.ts'
import { happened, sampleOrder } from './orderView.fixture.ts'
import type { LineView, TimelineEvent } from './orderView.ts'
import { whereTo } from './receiptTexts.ts'
import { stepsOf as stepsAt } from './timelineSteps.ts'

const stepsOf = (order: Parameters<typeof stepsAt>[0]) => stepsAt(order, 0)

import { toOrderView } from './toOrderView.ts'

const views = (toCamelCase(examples) as Order[]).map(toOrderView)
const marks = (order: ReturnType<typeof sampleOrder>) => stepsOf(order).map(({ mark }) => mark)

test('every kind of order of the contract can be shown', () => {
	expect(views.map(({ kind, account }) => [kind, account])).toEqual([
		['PUBGOrder', 'buyer@example.test'],
		['MooGoldOrder', 'ID 123456789 · 2041'],
		['RokkyOrder', 'buyer@example.test'],
		['StandoffOrder', 'ID 12345678'],
		['SteamOrder', 'логин night_kiosk'],
	])
	expect(views[0]?.lines[0]?.codes).toEqual(['UC60-ABCD-EFGH'])
	expect(views[0]?.lines[0]?.reports).toEqual([
		{ id: 71, isUnit: false, state: 'rejected', answer: 'Код активирован 15 ноября' },
	])
	expect(views[2]?.lines[0]).toMatchObject({ title: 'Набор странника', codes: ['XXXX-YYYY'], status: 'completed' })
})

test('what was ordered can be ordered again', () => {
	const email = 'buyer@example.test'
	expect(views[0]?.again).toEqual({ gameId: 1, amounts: { 11: 1 }, draft: { email } })
	expect(views[1]?.again?.draft).toEqual({ supplyUserId: '123456789', server: '', serverCustom: '2041', email })
	expect(views[2]?.again).toBeNull()
	expect(views[3]?.again?.draft).toMatchObject({ gameAccountId: '12345678', historyOrderId: '5' })
	expect(views[4]?.again?.draft).toEqual({ steamAccountId: 'night_kiosk', steamAmount: '99', email })
})

test('what is masked cannot be ordered again', () => {
	const examplesByLink = (toCamelCase(examples) as Order[]).map((order) =>
		toOrderView({ ...order, isOwner: false } as Order),
	)
	expect(examplesByLink.map(({ again }) => again)).toEqual([null, null, null, null, null])
})

test('the timeline ends with what is still to come', () => {
	expect(marks(sampleOrder())).toEqual(['done', 'now', 'next'])
	const waiting = { status: 'waiting_for_payment', timeline: happened('order.created', 'payment.started') } as const
	expect(marks(sampleOrder(waiting))).toEqual(['done', 'now', 'next'])
	const declined = happened('order.created', 'payment.started', 'payment.declined')
	expect(marks(sampleOrder({ ...waiting, timeline: declined }))).toEqual(['done', 'bad', 'now', 'next'])
	const done = happened('order.created', 'payment.received', 'delivery.completed', 'order.done', 'payment.surplus')
	expect(marks(sampleOrder({ status: 'done', timeline: done }))).toEqual(['done', 'done', 'done', 'done', 'note'])
})

test('«Ждём оплату» does not stay as a finished step', () => {
	const paid = happened('order.created', 'payment.started', 'payment.received')
	const steps = stepsOf(sampleOrder({ status: 'paid', timeline: paid }))
	expect(steps.map(({ text }) => text)).not.toContain('payment.started')
})

test('a held order waits for its supplier and does not promise a minute', () => {
	const held = happened('order.created', 'payment.received', 'delivery.sending', 'delivery.held')
	const steps = stepsOf(sampleOrder({ status: 'sending', timeline: held }))
	expect(steps.map(({ mark }) => mark)).toEqual(['done', 'done', 'done', 'now', 'next'])
	expect(steps[3]?.hint).toBeUndefined()
	const sent = [...held, ...happened('delivery.completed')]
	expect(stepsOf(sampleOrder({ status: 'done', timeline: sent })).map(({ mark }) => mark)).not.toContain('now')
})

test('what happens to all goods at once is one step without names', () => {
	const [line] = sampleOrder().lines as [LineView]
	const lines = [line, { ...line, id: 62, title: '60 UC' }]
	const about = (event: string, ...titles: string[]) =>
		titles.map((title) => ({ ...(happened(event)[0] as TimelineEvent), text: 'Отправляем', about: title }))
	const texts = (timeline: TimelineEvent[]) =>
		stepsOf(sampleOrder({ status: 'sending', lines, timeline })).map(({ text }) => text)
	expect(texts(about('delivery.sending', '660 UC', '60 UC'))).toEqual(['Отправляем', 'Готово'])
	expect(texts(about('delivery.sending', '60 UC'))[0]).toBe('60 UC: отправляем')
	const twice = [...about('delivery.sending', '60 UC'), ...about('delivery.sending', '60 UC')]
	expect(texts(twice)).toEqual(['60 UC: отправили', '60 UC: отправляем', 'Готово'])
})

test('every line says how it stands, and what has arrived says when', () => {
	const [line] = sampleOrder().lines as [LineView]
	const supply = sampleOrder({ kind: 'MooGoldOrder', account: 'ID 512', player: 'Kot' })
	expect(whereTo(supply)).toBe('ID 512 · Игрок: Kot')
	expect(lineStatusText(supply, { ...line, status: 'sending', expects: 0 })).toBe('Отправляем: ID 512.')
	expect(lineStatusText(supply, { ...line, status: 'refunded' })).toBe('Доставить не получилось.')
	const lot = { skinName: 'AKR', skinPicture: null, price: '125.17', deadline: '2026-11-16T12:00:00.000Z' }
	expect(lineStatusLabel(sampleOrder({ lot }), { ...line, status: 'sending' })).toBe('ждём лот')
	expect(lineStatusText(sampleOrder({ lot }), { ...line, status: 'sending' })).toBeNull()
	const timeline = happened('delivery.sending', 'delivery.completed')
	expect(arrivedAt(sampleOrder({ timeline }), line)).toBe(timeline[1]?.at)
})

test('codes are masked so that they can be told apart and not used', () => {
	expect(masked('QX7K-2MPA-77RC-9TMB')).toBe('QX7K-••••-••••-9TMB')
	expect(masked('SHORT-1')).toBe('•••••-•')
})

test('the newest twenty orders of this browser are remembered, each once', () => {
	localStorage.clear()
	const hash = (n: number) => String(n).padStart(26, '0')
	for (let n = 1; n <= 22; n++) saveLocalOrder({ id: n, hash: hash(n), title: 'Игра', at: n })
	saveLocalOrder({ id: 5, hash: hash(5), title: 'Игра', at: 30 })
	const saved = parseLocalOrders(localStorage.getItem('larek.orders'))
	expect(saved).toHaveLength(20)
	expect(saved.slice(0, 2).map(({ id }) => id)).toEqual([5, 22])
	for (const broken of [null, '{', '{}', '[1,null,{"hash":"x"}]']) expect(parseLocalOrders(broken)).toEqual([])
})

test('every order of the last 24 hours is remembered, however many came after it', () => {
	localStorage.clear()
	const hour = 3_600_000
	const hash = (n: number) => String(n).padStart(26, '0')
	saveLocalOrder({ id: 1, hash: hash(1), title: 'Игра', at: 0, gameId: 4 }, 0)
	for (let n = 2; n <= 30; n++) saveLocalOrder({ id: n, hash: hash(n), title: 'Другая', at: hour, gameId: 5 }, hour)
	expect(recentOrder(4, 23 * hour)?.id).toBe(1)
	saveLocalOrder({ id: 31, hash: hash(31), title: 'Другая', at: 26 * hour, gameId: 5 }, 26 * hour)
	expect(parseLocalOrders(localStorage.getItem('larek.orders'))).toHaveLength(20)
})

test('the last order of a game is one of the last 24 hours', () => {
	localStorage.clear()
	const hour = 3_600_000
	saveLocalOrder({ id: 1, hash: '0'.repeat(26), title: 'Игра', at: 0, gameId: 4 })
	saveLocalOrder({ id: 2, hash: '1'.repeat(26), title: 'Подарок', at: hour })
	expect(recentOrder(4, 23 * hour)?.id).toBe(1)
	expect(recentOrder(4, 24 * hour)).toBeUndefined()
	expect(recentOrder(5, hour)).toBeUndefined()
})
