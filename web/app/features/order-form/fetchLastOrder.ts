import { call } from '~/api/browser.ts'
import { getOrder, getStandoffLastOrder, getSteamLastOrder, getSupplyLastOrder, listOrders } from '~/api/gen/sdk.gen.ts'
import { isRecent, recentOrder } from '~/entities/order/localOrders.ts'
import { whereTo } from '~/entities/order/orderLabels.ts'
import { type OrderView, viewOf } from '~/entities/order/orderView.ts'
import { unpaid } from '~/entities/order/timelineSteps.ts'
import type { OrderGame } from './game.ts'
import type { LastOrder, RecentOrder } from './useLastOrder.ts'

/** For somebody signed in. */
export async function askLast(gameId: number, kind: OrderGame['resourcetype']): Promise<LastOrder> {
	const [details, recent] = await Promise.all([askDetails(gameId, kind), askRecent(gameId).catch(() => undefined)])
	return { ...details, recent }
}

/** For a guest: the order this browser has made. */
export async function askMine(gameId: number): Promise<LastOrder | null> {
	const hash = recentOrder(gameId, Date.now())?.hash
	if (!hash) return null
	const view = viewOf(await call(getOrder, { path: { hash } }))
	return {
		fields: {},
		avatar: view.avatar ? { picture: view.avatar, orderId: String(view.id) } : undefined,
		recent: recentOf(view),
	}
}

async function askDetails(gameId: number, kind: OrderGame['resourcetype']): Promise<LastOrder> {
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

/** Who orders more than this in a day does not need to be reminded. */
const looked = 20

async function askRecent(gameId: number): Promise<RecentOrder | undefined> {
	const { results } = await call(listOrders, { query: { pageSize: looked } })
	const found = results.map(viewOf).find(({ again }) => again?.gameId === gameId)
	return found && recentOf(found)
}

function recentOf(order: OrderView): RecentOrder | undefined {
	const { again, created, lines, toPay, status } = order
	if (!again || unpaid(order) || status === 'failed' || !isRecent(Date.parse(created), Date.now())) return undefined
	return {
		at: created,
		lines: lines.map(({ title, quantity }) => (quantity > 1 ? `${title} ×\u00a0${quantity}` : title)),
		account: whereTo(order),
		total: toPay,
		again,
	}
}
