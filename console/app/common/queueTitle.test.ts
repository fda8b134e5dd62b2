import { beforeAll, expect, test } from 'vitest'
import { learnPartners } from '~/api/names.ts'
import { queueAbout, queueTitle } from './queueLabels.ts'

beforeAll(() =>
	learnPartners({
		providers: [
			{ name: 'payselection', title: 'PaySelection' },
			{ name: 'tbank', title: 'Т-Банк' },
		],
		methods: [],
		suppliers: [{ name: 'moogold', title: 'MooGold' }],
	}),
)

test('a row says what happened and to what, not its kind again', () => {
	expect(queueTitle({ kind: 'standoff', reason: 'Выкупить лот', title: '100 голды' })).toBe('Выкупить лот: 100 голды')
	expect(
		queueTitle({ kind: 'unmatched', reason: 'Не нашли, чей платёж', title: 'Деньги без заказа · payselection' }),
	).toBe('Не нашли, чей платёж: PaySelection')
	expect(queueTitle({ kind: 'outside_refund', reason: 'Деньги ушли без нас', title: 'Возврат без нас' })).toBe(
		'Деньги ушли без нас',
	)
	expect(queueTitle({ kind: 'held', reason: 'Ждём поставщиков', title: 'Доставить некому' })).toBe('Доставить некому')
	expect(
		queueTitle({ kind: 'stock_low', reason: 'Коды кончаются: осталось 3', title: 'Мало кодов · PUBG · 60 UC' }),
	).toBe('Коды кончаются: осталось 3 · PUBG · 60 UC')
	expect(
		queueTitle({
			kind: 'supplier_money',
			reason: 'Деньги у поставщика кончаются',
			title: 'Деньги у поставщика · moogold',
		}),
	).toBe('Деньги у поставщика кончаются: MooGold')
	expect(queueTitle({ kind: 'refund', reason: 'Вернуть может человек: отказ', title: 'Возврат · tbank' })).toBe(
		'Вернуть может человек: отказ · Т-Банк',
	)
})

test('a dialog says whose money and how much it is about', () => {
	const refund = {
		kind: 'refund',
		title: 'Возврат · tbank',
		reason: 'Банк отказал',
		orderId: 4007,
		amount: '86.28',
		currency: 'RUB',
	} as const
	expect(queueAbout(refund)).toBe('Т-Банк · заказ 4007 · 86,28\u00a0₽')
	const item = {
		kind: 'erasure',
		title: '',
		reason: 'Просит стереть',
		orderId: null,
		amount: null,
		currency: 'RUB',
	} as const
	expect(queueAbout(item)).toBe('Просит стереть')
})
