import { type Minor, parseMoney, writeMoney } from '@larek/shared/money.ts'
import type { OrderGame, SteamTerms } from './game.ts'

/** «1 500,50» → 150050; null for what is not a sum. */
export function parseSum(text: string): Minor | null {
	const plain = text.replace(/[\s\u00a0₽]/g, '').replace(',', '.')
	return /^\d{1,9}(\.\d{1,2})?$/.test(plain) ? parseMoney(plain) : null
}

export interface Limits {
	min: Minor
	max: Minor
}

/** What the operator allows; without the terms, the range of the sums on the shelf. */
export function steamLimits(game: Pick<OrderGame, 'products'>, terms: SteamTerms | null): Limits {
	if (terms) return { min: parseMoney(terms.minAmount), max: parseMoney(terms.maxAmount) }
	const sums = quickSums(game)
	return { min: sums[0] ?? 0, max: sums.at(-1) ?? 0 }
}

/** Suggested sums, the smallest first. */
export function quickSums({ products }: Pick<OrderGame, 'products'>): Minor[] {
	const sums = products.filter((product) => product.isActive).map((product) => parseMoney(product.price))
	return [...new Set(sums)].sort((a, b) => a - b)
}

/** What is to be paid so that exactly `wallet` arrives. */
export function walletNeeds(wallet: Minor, terms: SteamTerms): Minor {
	const left = 100 - Number(terms.commission)
	// A guess in floating point, which may miss by a kopeck.
	let amount = Math.max(wallet, Math.floor((wallet * 100) / left) - 1)
	while (walletGets(amount, terms) < wallet) amount++
	return amount
}

/** As it is typed into a field: 50000 → `500`. */
export const plainSum = (sum: Minor) => writeMoney(sum).replace(/\.00$/, '').replace('.', ',')

/** What is left for the wallet after the commission, rounded down so as never to promise too much. */
export function walletGets(amount: Minor, { commission }: SteamTerms): Minor {
	const [whole = '0', part = ''] = commission.split('.')
	const digits = 10n ** BigInt(part.length)
	const percent = BigInt(whole + part)
	const fee = BigInt(amount) * percent
	const of = 100n * digits
	return amount - Number((fee + of - 1n) / of)
}
