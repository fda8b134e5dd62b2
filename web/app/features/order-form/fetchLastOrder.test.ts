// @vitest-environment node

import { getSupplyLastOrder, listOrders } from '@larek/api/store/sdk.gen.ts'
import type { Order } from '@larek/api/store/types.gen.ts'
import { expect, test } from 'vitest'
import type { Call } from '~/api/call.ts'
import { fetchLastOrder } from './fetchLastOrder.ts'

const hour = 3_600_000
const order = (hoursAgo: number, status: Order['status'], gameId = 5): unknown => ({
	...{ id: 1, hash: 'H', status, created: new Date(Date.now() - hoursAgo * hour).toISOString(), total: '85.00' },
	...{
		totalToPay: '85.00',
		rejectReason: null,
		isPaymentActive: true,
		isOwner: true,
		belongsTo: 'account',
		email: null,
	},
	...{ accountName: null, progress: null, orderProducts: [], moogoldUserId: `7${hoursAgo}`, moogoldServer: 2 },
	...{ moogoldServerName: 'Europe', moogoldServerCustomId: null, resourcetype: 'MooGoldOrder' },
	game: { id: gameId, title: 'Genshin Impact', logo: null, isActive: true, resourcetype: 'SupplyGame' },
})

function shop(orders: unknown[], asked: number[] = []): Call {
	return (async (operation: unknown, options: { query: { page: number; pageSize: number } }) => {
		if (operation === listOrders) {
			const { page, pageSize } = options.query
			asked.push(page)
			const next = orders.length > page * pageSize ? 'more' : null
			return { count: orders.length, next, results: orders.slice((page - 1) * pageSize, page * pageSize) }
		}
		if (operation === getSupplyLastOrder) return { moogoldUserId: '7', moogoldServer: 2, moogoldServerCustomId: null }
		throw new Error('not asked for')
	}) as Call
}

test.each(['created', 'waiting_for_payment', 'paid', 'sending', 'sent', 'done', 'failed'] as const)(
	'last orders are those created within the last 24 hours, also one that is %s',
	async (status) => {
		const { recent } = await fetchLastOrder(shop([order(1, status, 4), order(23, status)]), 5, 'SupplyGame')
		expect(recent?.again).toMatchObject({ gameId: 5, draft: { supplyUserId: '723', server: '2' } })
	},
)

test('every order of the last 24 hours counts, however many came after it', async () => {
	const asked: number[] = []
	const others = Array.from({ length: 120 }, () => order(1, 'done', 4))
	const { recent } = await fetchLastOrder(shop([...others, order(23, 'done')], asked), 5, 'SupplyGame')
	expect(recent?.again.draft).toMatchObject({ supplyUserId: '723' })
	expect(asked).toEqual([1, 2, 3])
})

test('orders older than that are not looked through', async () => {
	const asked: number[] = []
	const others = Array.from({ length: 60 }, (_, n) => order(n, 'done', 4))
	const { recent } = await fetchLastOrder(shop([...others, order(61, 'done')], asked), 5, 'SupplyGame')
	expect(recent).toBeUndefined()
	expect(asked).toEqual([1])
})

test('an order of the day before yesterday is not offered, and its player is', async () => {
	const last = await fetchLastOrder(shop([order(25, 'done'), order(26, 'done')]), 5, 'SupplyGame')
	expect(last.recent).toBeUndefined()
	expect(last.players.map(({ supplyUserId }) => supplyUserId)).toEqual(['725', '726'])
	expect(last.fields).toMatchObject({ supplyUserId: '7', server: '2' })
})
