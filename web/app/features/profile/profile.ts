import type { Movement } from '@larek/api/store/types.gen.ts'
import type { OrderRow } from '~/entities/order/orderRow.ts'

/** A part of a list, and whether it goes on. */
export interface Portion<T> {
	rows: T[]
	isMore: boolean
}

export type OrdersPage = Portion<OrderRow> & { count: number }
export type MovementsPage = Portion<Movement>

/** Null is a list that could not be loaded, or was not requested. */
export interface ProfileData {
	orders: OrdersPage | null
	movements: MovementsPage | null
}

export interface ProfileResult {
	error?: string
}
