import { type Currency, convert, type Minor, parseMoney } from '@larek/shared/money.ts'
import { type Amounts, cartLines, cartTotal } from '~/entities/cart/cart.ts'
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
	const onSale = cartTotal(lines)
	const off = promoDiscount(
		lines.map(({ quantity, price }) => quantity * price),
		promoPercent,
	)
	return { rows, discount: convert(before, currency) - convert(onSale, currency), ...less(onSale, off, currency) }
}

export function steamSummary(amount: Minor | null, title: string, currency: Currency, promoPercent = 0): OrderTotals {
	const sum = amount ?? 0
	const rows = amount ? [{ id: 0, title, quantity: 1, sum: convert(sum, currency) }] : []
	return { rows, discount: 0, ...less(sum, promoDiscount([sum], promoPercent), currency) }
}

function less(sum: Minor, off: Minor, currency: Currency): Pick<OrderTotals, 'promo' | 'total' | 'rubles'> {
	const rubles = Math.max(0, sum - off)
	const total = convert(rubles, currency)
	return { promo: convert(sum, currency) - total, total, rubles }
}
