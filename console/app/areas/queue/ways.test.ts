import type { QueueDetail, QueueKind, QueueWay } from '@larek/api/admin/types.gen.ts'
import { expect, test } from 'vitest'
import { fields as orderFields } from '~/areas/orders/orderFields.ts'
import { defaultsOf, fieldsOf, schemaOf } from '~/common/SpecDialog.tsx'
import { waySpec } from './ways.ts'

const way = (change: Partial<QueueWay>): QueueWay => ({
	name: 'delivered',
	allowed: true,
	reason: null,
	needs: null,
	fields: [],
	risk: null,
	...change,
})
const candidate = {
	currency: 'RUB',
	created: '2026-11-14T12:00:00+03:00',
	status: 'waiting_for_payment' as const,
	email: 'b***r@mail.example',
}
const detail = {
	offers: [
		{ id: 7, supplier: 'GamesDrop', cost: '12.60', currency: 'USD', isUsable: true },
		{ id: 8, supplier: 'MooGold', cost: '12.06', currency: 'USD', isUsable: false },
	],
	candidates: [
		{ orderId: 481907, amount: '1490.00', reference: '481907-1-k3v9', isPaid: false, ...candidate },
		{ orderId: 481908, amount: '741.51', reference: '481908-1-k3v9', isPaid: true, ...candidate },
	],
} as QueueDetail

test('a way asks for what the server says, and for consent where something may be lost', () => {
	const names = (one: QueueWay) => fieldsOf(waySpec(one, 'unknown'), detail).map(({ name }) => name)
	expect(names(way({ fields: ['proof', 'cost'] }))).toEqual(['proof', 'cost'])
	expect(names(way({ name: 'refund', risk: 'MooGold ещё может доставить' }))).toEqual(['force'])
	expect(names(way({ name: 'refund', fields: ['force'], risk: 'риск' }))).toEqual(['force'])
})

test('the risk is among the consequences, and has to be agreed with', () => {
	const spec = waySpec(way({ name: 'refund', risk: 'MooGold ещё может доставить' }), 'unknown')
	expect(spec.consequences(detail)).toContain('MooGold ещё может доставить')
	expect(schemaOf(spec, detail).safeParse({ force: false }).success).toBe(false)
	expect(schemaOf(spec, detail).safeParse({ force: true }).success).toBe(true)
})

test('only offers that can be used are offered, any of them first', () => {
	const [offer] = fieldsOf(waySpec(way({ name: 'next_offer', fields: ['offer'] }), 'unknown'), detail)
	expect(offer?.options?.(detail).map(({ value }) => value)).toEqual(['', '7'])
})

test('money is matched with the order a person chose, none of which is chosen at first', () => {
	const spec = waySpec(way({ name: 'match', fields: ['order'] }), 'unmatched')
	expect(defaultsOf(spec, detail)).toEqual({ orderId: '' })
	expect(schemaOf(spec, detail).safeParse({ orderId: '' }).success).toBe(false)
	const options = fieldsOf(spec, detail)[0]?.options?.(detail) ?? []
	expect(options.map(({ label, hint }) => `${label} | ${hint}`.replaceAll('\u00a0', ' '))).toEqual([
		'заказ 481907 · 1 490,00 ₽ | ждёт оплаты · 14 ноября, 12:00 · b***r@mail.example · 481907-1-k3v9',
		'заказ 481908 · 741,51 ₽ | уже оплачен · 14 ноября, 12:00 · b***r@mail.example · 481908-1-k3v9',
	])
})

test('a payment that only a registry has is given to its order', () => {
	const spec = waySpec(way({ name: 'give' }), 'difference')
	expect([spec.label, fieldsOf(spec, detail).length]).toEqual(['Отдать заказу', 0])
	expect(spec.consequences(detail)).toEqual([
		'Заказ получит эти деньги, как по уведомлению провайдера: доставка или возврат.',
	])
})

test('a refund made by hand is settled only with where its money came from', () => {
	const spec = waySpec(way({ name: 'settle', fields: ['paid_from', 'reference'] }), 'refund')
	expect(defaultsOf(spec, detail)).toEqual({ paidFrom: '', reference: '' })
	const [from] = fieldsOf(spec, detail)
	expect(from?.options?.(detail).map(({ value, label }) => [value, label])).toEqual([
		['provider', 'Из кабинета провайдера'],
		['bank', 'С нашего счёта'],
	])
	const check = (paidFrom: string) => schemaOf(spec, detail).safeParse({ paidFrom, reference: 'поручение 77' }).success
	expect([check(''), check('bank')]).toEqual([false, true])
})

test('a chargeback is answered with evidence, then won or lost', () => {
	const specs = (['answer', 'won', 'lost'] as const).map((name) =>
		waySpec(way({ name, fields: ['text'] }), 'chargeback'),
	)
	expect(specs.map(({ label }) => label)).toEqual(['Ответили банку', 'Спор выигран', 'Спор проигран'])
	expect(schemaOf(specs[0] as (typeof specs)[number], detail).safeParse({ text: '' }).success).toBe(false)
})

test('goods are sent again to suppliers, refunds to a provider', () => {
	const labelFor = (kind: QueueKind) => waySpec(way({ name: 'retry' }), kind).label
	expect([labelFor('held'), labelFor('refund')]).toEqual(['Повторить доставку', 'Отправить ещё раз'])
})

test('a cost is accepted from a supplier, a price is set for buyers', () => {
	const labelFor = (kind: QueueKind, name: QueueWay['name']) => waySpec(way({ name }), kind).label
	expect([labelFor('cost', 'approve'), labelFor('price', 'approve')]).toEqual(['Принять цену', 'Поставить цену'])
	expect([labelFor('cost', 'refuse'), labelFor('price', 'refuse')]).toEqual(['Не покупать так', 'Оставить прежнюю'])
	expect([labelFor('erasure', 'approve'), labelFor('erasure', 'refuse')]).toEqual(['Стереть данные', 'Не стирать'])
})

test('proof and codes are the same fields as on the page of an order', () => {
	for (const name of ['proof', 'codes'] as const) {
		const [field] = fieldsOf(waySpec(way({ fields: [name] }), 'unknown'), detail)
		const { when: _, ...orderField } = orderFields[name] as typeof field & object
		expect(field).toEqual(orderField)
	}
})

test('a chargeback asks for the number, fee and deadline of the bank', () => {
	const spec = waySpec(way({ name: 'chargeback', fields: ['reference', 'fee', 'answer_by'] }), 'outside_refund')
	expect(fieldsOf(spec, detail).map(({ label }) => label)).toEqual([
		'Номер у банка',
		'Плата банка, ₽',
		'Ответить банку до',
	])
	expect(schemaOf(spec, detail).safeParse({ reference: '', fee: '', answerBy: '' }).success).toBe(false)
	expect(schemaOf(spec, detail).safeParse({ reference: 'CB-9', fee: '', answerBy: '' }).success).toBe(true)
})
