import { formatMoney, type Minor } from '@larek/shared/money.ts'
import { type Selling, shownPrice } from '~/lib/charge.ts'
import { statusLabel, statusTone } from './orderLabels.ts'
import type { OrderView } from './orderView.ts'

/** An order in a list. */
export interface OrderRow {
	id: number
	hash: string
	title: string
	/** What was bought, in one line. */
	what: string
	status: string
	tone: ReturnType<typeof statusTone>
	created: string
	toPay: Minor
	/** With the currency, as on the statement of the bank. */
	paid: string | null
	/** Still to be paid for. */
	isOpen: boolean
}

export function toOrderRow(order: OrderView): OrderRow {
	const { id, hash, goods, lines, created, toPay, paid, isPaymentActive: isOpen } = order
	const what = lines
		.map(({ title, quantity }) => (quantity > 1 ? `${title} ×\u00a0${quantity}` : title))
		.filter((line) => line !== goods.title)
		.join(', ')
	const sum = paid && formatMoney(paid.amount, paid.currency, { exact: true })
	const status = { status: statusLabel(order), tone: statusTone(order) }
	return { id, hash, title: goods.title, what, ...status, created, toPay, paid: sum, isOpen }
}

/** What was paid, or what an order that was not costs today. */
export const rowSum = ({ paid, toPay }: OrderRow, selling: Selling): string => paid ?? shownPrice(toPay, selling)
