// Loaded after hydration: the client of the API is heavy.

import { getOrder, listOrders } from '@larek/api/store/sdk.gen.ts'
import { call } from '~/api/browser.ts'
import { type LocalOrder, loadLocalOrders, localOrders, most } from '~/entities/order/localOrders.ts'
import { type OrderRow, toOrderRow } from '~/entities/order/orderRow.ts'
import { toOrderView } from '~/entities/order/toOrderView.ts'
import { isSignedIn } from '~/entities/session/signedInState.ts'

/** An order of this browser; without a row while the shop does not answer. */
export interface GuestOrder extends LocalOrder {
	row: OrderRow | null
}

export interface OrderLists {
	/** Of the account; null for a guest or when it could not be loaded. */
	account: { rows: OrderRow[]; isMore: boolean } | null
	isFailed: boolean
	guest: GuestOrder[]
}

const pageSize = 50

/** The orders of the account, and those this browser has made without one. */
export async function loadOrders(): Promise<OrderLists> {
	loadLocalOrders()
	const isMember = isSignedIn()
	const [account, guest] = await Promise.all([
		isMember ? fetchAccountOrders().catch(() => null) : null,
		Promise.all(localOrders.get().slice(0, most).map(fetchGuestOrder)),
	])
	const known = new Set(account?.rows.map(({ hash }) => hash))
	return {
		account,
		isFailed: isMember && account === null,
		// What was claimed for the account meanwhile is in its list.
		guest: guest.filter(({ hash }) => !known.has(hash)),
	}
}

async function fetchAccountOrders() {
	const { results, next } = await call(listOrders, { query: { page: 1, pageSize } })
	return { rows: results.map((order) => toOrderRow(toOrderView(order))), isMore: next !== null }
}

async function fetchGuestOrder(order: LocalOrder): Promise<GuestOrder> {
	const found = await call(getOrder, { path: { hash: order.hash } }).catch(() => null)
	return { ...order, row: found && toOrderRow(toOrderView(found)) }
}
