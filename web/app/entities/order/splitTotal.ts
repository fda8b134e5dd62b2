import { type Currency, convert, type Minor } from '@larek/shared/money.ts'

/**
 * The rows of a receipt in the currency it is paid in. Every row is converted by itself; what rounding leaves is in the
 * last row that is not zero, so that they add up to the total.
 */
export function splitTotal(sums: Minor[], total: Minor, currency: Currency): Minor[] {
	const rows = sums.map((sum) => (sum < 0 ? -convert(-sum, currency) : convert(sum, currency)))
	const last = rows.findLastIndex((row) => row !== 0)
	const rest = total - rows.reduce((all, row) => all + row, 0)
	return rows.map((row, at) => (at === last ? row + rest : row))
}
