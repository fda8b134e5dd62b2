import type { OrderStatus } from '@larek/api/store/types.gen.ts'
import type { Minor } from '@larek/shared/money.ts'
import type { OrderView } from './orderView.ts'

/** An order in a list. */
export interface OrderRow {
	id: number
	hash: string
	title: string
	/** What was bought, in one line. */
	what: string
	status: OrderStatus
	created: string
	sum: Minor
	/** Still to be paid for. */
	isOpen: boolean
}

export function toOrderRow(order: OrderView): OrderRow {
	const { id, hash, goods, lines, status, created, toPay, isPaymentActive } = order
	const what = lines
		.map(({ title, quantity }) => (quantity > 1 ? `${title} ×\u00a0${quantity}` : title))
		.filter((line) => line !== goods.title)
		.join(', ')
	return { id, hash, title: goods.title, what, status, created, sum: toPay, isOpen: isPaymentActive }
}
