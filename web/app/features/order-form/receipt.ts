import { type Amounts, cartLines, cartTotal } from '~/entities/cart/cart.ts'
import { type Currency, convert, type Minor, parseMoney } from '~/lib/money.ts'
import type { OrderGame } from './game.ts'

export interface ReceiptSums {
	rows: Array<{ id: number; title: string; quantity: number; sum: Minor }>
	/** Taken off the rows; 0 when nothing is on sale. */
	discount: Minor
	total: Minor
	/** The same in kopecks. */
	rubles: Minor
}

/**
 * Rows at full price, the discount under them, the total: all in the buyer's currency. Converting each row by itself
 * would not add up to the converted total, so a row is what it adds to the running sum.
 */
export function receiptOf(game: Pick<OrderGame, 'products'>, amounts: Amounts, currency: Currency): ReceiptSums {
	const lines = cartLines(game.products, amounts)
	let before = 0
	const rows = lines.map(({ product, quantity }) => {
		const after = before + quantity * parseMoney(product.price)
		const sum = convert(after, currency) - convert(before, currency)
		before = after
		return { id: product.id, title: product.title, quantity, sum }
	})
	const rubles = cartTotal(lines)
	const total = convert(rubles, currency)
	return { rows, discount: convert(before, currency) - total, total, rubles }
}

export function steamReceipt(amount: Minor | null, title: string, currency: Currency): ReceiptSums {
	const total = convert(amount ?? 0, currency)
	return { rows: amount ? [{ id: 0, title, quantity: 1, sum: total }] : [], discount: 0, total, rubles: amount ?? 0 }
}
