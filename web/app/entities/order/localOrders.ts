// The orders this browser has made as a guest, who has no profile to look them up in.
import { createStore } from '@larek/shared/store.ts'
import { ordersKey } from './hasLocalOrders.ts'

export interface LocalOrder {
	id: number
	hash: string
	title: string
	/** When it was made, in milliseconds. */
	at: number
	/** Absent for gifts. */
	gameId?: number
}

/** How many are listed; more are remembered only while they are of the last 24 hours. */
export const most = 20
const day = 24 * 60 * 60_000

export const localOrders = createStore<LocalOrder[]>([])

export function loadLocalOrders(): void {
	let text: string | null = null
	try {
		text = localStorage.getItem(ordersKey)
	} catch {
		// storage is switched off
	}
	localOrders.update(() => parseLocalOrders(text))
}

/** The newest first, each once. */
export function saveLocalOrder(order: LocalOrder, now = Date.now()): void {
	loadLocalOrders()
	localOrders.update((orders) => newest([order, ...orders.filter(({ hash }) => hash !== order.hash)], now))
	try {
		localStorage.setItem(ordersKey, JSON.stringify(localOrders.get()))
	} catch {
		// as above
	}
}

/** Last orders are those of the last 24 hours. */
export const isRecent = (at: number, now: number) => at <= now && now - at < day

/** The card with the last order offers any of the last 24 hours. */
const newest = (orders: LocalOrder[], now: number) => orders.filter(({ at }, n) => n < most || isRecent(at, now))

/** The newest order of a game made here within a day. */
export function recentOrder(gameId: number, now: number): LocalOrder | undefined {
	loadLocalOrders()
	return localOrders.get().find((order) => order.gameId === gameId && isRecent(order.at, now))
}

/** Anything but the expected shape is dropped: storage belongs to the visitor. */
export function parseLocalOrders(text: string | null): LocalOrder[] {
	let saved: unknown
	try {
		saved = JSON.parse(text ?? '[]')
	} catch {
		return []
	}
	if (!Array.isArray(saved)) return []
	return saved.filter(isOrder)
}

function isOrder(value: unknown): value is LocalOrder {
	if (value === null || typeof value !== 'object') return false
	const { id, hash, title, at, gameId } = value as Partial<LocalOrder>
	if (!Number.isInteger(id) || (gameId !== undefined && !Number.isInteger(gameId))) return false
	return typeof hash === 'string' && /^[0-9A-Za-z]{26}$/.test(hash) && typeof title === 'string' && Number.isFinite(at)
}
