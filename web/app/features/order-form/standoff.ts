import type { Amounts } from '~/entities/cart/cart.ts'
import type { OrderProduct, StandoffTerms } from './game.ts'

export function totalGold(products: OrderProduct[], amounts: Amounts): number {
	return products.reduce((sum, product) => sum + product.gold * (amounts[product.id] ?? 0), 0)
}

/**
 * The price of the lot in gold before the surplus, which is chosen with the order: gold ÷ (1 − fee). Whole gold,
 * rounded up, because the exact price with its hundredths is on the order page.
 */
export function lotPrice(gold: number, { marketFee }: StandoffTerms): number {
	const [whole = '0', part = ''] = marketFee.split('.')
	const digits = 10n ** BigInt(part.length)
	const rest = digits - BigInt(whole + part)
	if (rest <= 0n) return gold
	return Number((BigInt(gold) * digits + rest - 1n) / rest)
}
