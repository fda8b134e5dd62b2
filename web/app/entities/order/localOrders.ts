// The orders this browser has made, for guests, who have no profile to look them up in.
import { createStore } from '~/lib/store.ts'
import { ordersKey } from './hasLocalOrders.ts'

export interface MyOrder {
	id: number
	hash: string
	title: string
	/** When it was made, in milliseconds. */
	at: number
	/** Absent for gifts. */
	gameId?: number
}

const most = 20

export const myOrders = createStore<MyOrder[]>([])

export function loadMyOrders(): void {
	let text: string | null = null
	try {
		text = localStorage.getItem(ordersKey)
	} catch {
		// storage is switched off
	}
	myOrders.update(() => parseMyOrders(text))
}

/** The newest first, each once. */
export function rememberOrder(order: MyOrder): void {
	loadMyOrders()
	myOrders.update((orders) => [order, ...orders.filter(({ hash }) => hash !== order.hash)].slice(0, most))
	try {
		localStorage.setItem(ordersKey, JSON.stringify(myOrders.get()))
	} catch {
		// as above
	}
}

const day = 24 * 60 * 60_000

/** Last orders are those of the last 24 hours. */
export const isRecent = (at: number, now: number) => at <= now && now - at < day

/** The newest order of a game made here within a day. */
export function recentOrder(gameId: number, now: number): MyOrder | undefined {
	loadMyOrders()
	return myOrders.get().find((order) => order.gameId === gameId && isRecent(order.at, now))
}

/** Anything but the expected shape is dropped: storage belongs to the visitor. */
export function parseMyOrders(text: string | null): MyOrder[] {
	let saved: unknown
	try {
		saved = JSON.parse(text ?? '[]')
	} catch {
		return []
	}
	if (!Array.isArray(saved)) return []
	return saved.filter(isOrder).slice(0, most)
}

function isOrder(value: unknown): value is MyOrder {
	if (value === null || typeof value !== 'object') return false
	const { id, hash, title, at, gameId } = value as Partial<MyOrder>
	if (!Number.isInteger(id) || (gameId !== undefined && !Number.isInteger(gameId))) return false
	return typeof hash === 'string' && /^[0-9A-Za-z]{26}$/.test(hash) && typeof title === 'string' && Number.isFinite(at)
}
