import { type Currency, convert, type Minor, parseMoney } from '@larek/shared/money.ts'
import { type Amounts, type CartLine, cartLines, cartTotal } from '~/entities/cart/cart.ts'
import { promoDiscount } from '~/entities/cart/promo.ts'
import type { OrderGame } from './game.ts'

export interface OrderTotals {
	rows: Array<{ id: number; title: string; quantity: number; sum: Minor }>
	/** Taken off the rows because goods are on sale. */
	discount: Minor
	/** Taken off by the promo code. */
	promo: Minor
	total: Minor
	/** The total in kopecks. */
	rubles: Minor
}

/**
 * Rows at full price, the discounts under them, the total: all in the buyer's currency. Converting each row by itself
 * would not add up to the converted total, so a row is what it adds to the running sum.
 */
export function orderSummary(
	game: Pick<OrderGame, 'products'>,
	amounts: Amounts,
	currency: Currency,
	promoPercent = 0,
): OrderTotals {
	const lines = cartLines(game.products, amounts)
	let before = 0
	const rows = lines.map(({ product, quantity }) => {
		const after = before + quantity * parseMoney(product.price)
		const sum = convert(after, currency) - convert(before, currency)
		before = after
		return { id: product.id, title: product.title, quantity, sum }
	})
	const discount = convert(before, currency) - convert(cartTotal(lines), currency)
	return { rows, discount, ...less(lines, promoPercent, currency) }
}

/** A Steam sum is one thing, whatever it comes to. */
export function steamSummary(amount: Minor | null, title: string, currency: Currency, promoPercent = 0): OrderTotals {
	const lines = amount ? [{ quantity: 1, price: amount }] : []
	const rows = lines.map(({ quantity, price }) => ({ id: 0, title, quantity, sum: convert(price, currency) }))
	return { rows, discount: 0, ...less(lines, promoPercent, currency) }
}

function less(lines: CartLine[], percent: number, currency: Currency): Pick<OrderTotals, 'promo' | 'total' | 'rubles'> {
	const off = promoDiscount(
		lines.map(({ quantity, price }) => quantity * price),
		percent,
	)
	const rubles = cartTotal(lines, off)
	const total = convert(rubles, currency)
	return { promo: convert(cartTotal(lines), currency) - total, total, rubles }
}
