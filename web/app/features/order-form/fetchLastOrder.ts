import {
	getOrder,
	getStandoffLastOrder,
	getSteamLastOrder,
	getSupplyLastOrder,
	listOrders,
} from '@larek/api/store/sdk.gen.ts'
import type { Call } from '~/api/call.ts'
import type { Draft } from '~/entities/order/draft.ts'
import { isRecent, recentOrder } from '~/entities/order/localOrders.ts'
import type { OrderView, RepeatData } from '~/entities/order/orderView.ts'
import { playerOf, unique } from '~/entities/order/players.ts'
import { whereTo } from '~/entities/order/receiptTexts.ts'
import { toOrderView } from '~/entities/order/toOrderView.ts'
import type { OrderGame } from './game.ts'

export interface LastOrder {
	fields: Draft
	/** The picture that can be used again. */
	avatar?: { picture: string; orderId: string }
	/** The whole order, if it was created within the last 24 hours. */
	recent?: RecentOrder
	/** Accounts ordered for before. */
	players: Draft[]
}

export interface RecentOrder {
	at: string
	lines: string[]
	account: string
	/** Kopecks. */
	total: number
	again: RepeatData
}

/** What a signed-in buyer entered last time and ordered within a day. */
export async function fetchLastOrder(call: Call, gameId: number, kind: OrderGame['resourcetype']): Promise<LastOrder> {
	const [details, orders] = await Promise.all([
		fetchDetails(call, gameId, kind).catch(() => ({ fields: {} })),
		fetchOrders(call, gameId).catch(() => []),
	])
	const players = unique(orders.map(({ again }) => playerOf(again?.draft ?? {})).filter((player) => player !== null))
	return { ...details, recent: orders[0] && recentOf(orders[0]), players }
}

/** For a guest: the order this browser has made. */
export async function fetchLocalOrder(call: Call, gameId: number): Promise<LastOrder | null> {
	const hash = recentOrder(gameId, Date.now())?.hash
	if (!hash) return null
	const view = toOrderView(await call(getOrder, { path: { hash } }))
	return {
		fields: {},
		avatar: view.avatar ? { picture: view.avatar, orderId: String(view.id) } : undefined,
		recent: recentOf(view),
		players: [],
	}
}

type Details = Pick<LastOrder, 'fields' | 'avatar'>

async function fetchDetails(call: Call, gameId: number, kind: OrderGame['resourcetype']): Promise<Details> {
	if (kind === 'SupplyGame') {
		const last = await call(getSupplyLastOrder, { path: { gameId } })
		return {
			fields: {
				supplyUserId: last.moogoldUserId ?? '',
				server: last.moogoldServer ? String(last.moogoldServer) : '',
				serverCustom: last.moogoldServerCustomId ?? '',
			},
		}
	}
	if (kind === 'Steam') {
		const last = await call(getSteamLastOrder)
		return { fields: { steamAccountId: last.steamAccountId ?? '' } }
	}
	if (kind === 'StandoffGame') {
		const last = await call(getStandoffLastOrder)
		const { gameAvatar, historyOrderId } = last
		return {
			fields: { gameAccountId: last.gameAccountId ?? '' },
			avatar: gameAvatar && historyOrderId ? { picture: gameAvatar, orderId: String(historyOrderId) } : undefined,
		}
	}
	return { fields: {} }
}

const pageSize = 50

/** The buyer's newest orders of a game: of one page, and of every other that begins within the last 24 hours. */
async function fetchOrders(call: Call, gameId: number): Promise<OrderView[]> {
	const orders: OrderView[] = []
	for (let page = 1; ; page++) {
		const { next, results } = await call(listOrders, { query: { page, pageSize } })
		orders.push(...results.map(toOrderView).filter(({ again }) => again?.gameId === gameId))
		const oldest = results.at(-1)
		if (!next || orders.length > 0 || !oldest || !isRecent(Date.parse(oldest.created), Date.now())) return orders
	}
}

/** Last orders are those created within the last 24 hours, whatever became of them. */
function recentOf(order: OrderView): RecentOrder | undefined {
	const { again, created, lines, toPay } = order
	if (!again || !isRecent(Date.parse(created), Date.now())) return undefined
	return {
		at: created,
		lines: lines.map(({ title, quantity }) => (quantity > 1 ? `${title} ×\u00a0${quantity}` : title)),
		account: whereTo(order),
		total: toPay,
		again,
	}
}
