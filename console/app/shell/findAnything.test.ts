import type { ConsoleOrderRow, Finding } from '@larek/api/admin/types.gen.ts'
import { expect, test } from 'vitest'
import { groupsOf } from './findAnything.ts'

const order = {
	id: 481907,
	title: '1090 кристаллов',
	goods: 'Genshin Impact',
	lines: 2,
	sum: '2551.87',
	status: 'sending',
	created: '2026-11-15T20:04:12Z',
} as ConsoleOrderRow
const none: Finding = { results: [], tried: [], withheld: [] }

test('things are grouped by why they were found, and orders lead to their page', () => {
	const groups = groupsOf({
		...none,
		results: [
			{ kind: 'order', id: 481907, why: 'player', title: '', order },
			{ kind: 'game', id: 5, why: 'words', title: 'Genshin Impact', order: null },
		],
	})
	expect(groups.map(({ title }) => title)).toEqual(['По ID игрока', 'По словам'])
	expect(groups[0]?.items[0]).toMatchObject({ id: 'order-481907', title: 'Заказ 481907', to: '/orders/481907' })
	expect(groups[0]?.items[0]?.hint?.replaceAll('\u00a0', ' ')).toBe(
		'1090 кристаллов +1 · 15 ноября, 23:04 · 2 551,87 ₽ · отправляем',
	)
	expect(groups[1]?.items[0]?.to).toBe('/catalog/5')
})

test('money without an order leads to its row of the queue', () => {
	const [group] = groupsOf({
		...none,
		results: [{ kind: 'notice', id: 7, why: 'sum', title: 'Деньги без заказа', order: null }],
	})
	expect(group).toMatchObject({ title: 'По сумме', items: [{ to: '/queue?task=unmatched:7' }] })
})

test('an empty result says what was tried and what the role may not look for', () => {
	const [group] = groupsOf({ ...none, tried: ['number', 'player'], withheld: ['email'] })
	expect(group?.items).toEqual([
		{ id: 'tried', title: 'Ничего похожего', hint: 'Искали: по номеру заказа, по id игрока' },
		{ id: 'withheld', title: 'Вашей роли не видно', hint: 'По почте' },
	])
})

test('nothing tried, nothing said', () => {
	expect(groupsOf(none)).toEqual([])
})
