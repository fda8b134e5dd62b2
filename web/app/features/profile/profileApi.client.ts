// Loaded when the page has come alive: the client of the API is heavy.
import { call } from '~/api/browser.ts'
import * as sdk from '~/api/gen/sdk.gen.ts'
import type { AnyPromoCode, MovementPage, OrderStatus } from '~/api/gen/types.gen.ts'
import { viewOf } from '~/entities/order/orderView.ts'
import { tellCode } from '~/entities/session/promoCodeEvents.ts'
import { type OrderRow, rowOf } from './row.ts'

export const ordersAtOnce = 50
export const movementsAtOnce = 5

export async function askOrders(status: OrderStatus | undefined, page: number) {
	const { count, next, results } = await call(sdk.listOrders, {
		query: { page, pageSize: ordersAtOnce, ...(status && { status }) },
	})
	const rows: OrderRow[] = results.map((order) => rowOf(viewOf(order)))
	return { count, rows, isMore: next !== null }
}

export function askMovements(offset: number): Promise<MovementPage> {
	return call(sdk.listMovements, { query: { limit: movementsAtOnce, offset } })
}

export async function activate(code: string): Promise<void> {
	const promoCode = await call(sdk.activatePromoCode, { body: { code } })
	tellCode({ type: 'ACTIVATE_CODE', promoCode })
}

export async function deactivate(): Promise<void> {
	await call(sdk.deactivatePromoCode)
	tellCode({ type: 'DEACTIVATE_CODE' })
}

export const claimCode = (): Promise<AnyPromoCode> => call(sdk.claimPurchasePromoCode)

export async function claimOrders(): Promise<number> {
	return (await call(sdk.claimOrders)).count
}
