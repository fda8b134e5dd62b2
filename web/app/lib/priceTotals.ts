import { type Currency, convert, formatMoney, type Minor, parseMoney, percentOf } from '@larek/shared/money.ts'

export interface PriceTotals {
	full: string
	/** Taken off because it is on sale. */
	discount: string | null
	/** Taken off by a promo code. */
	promo: string | null
	total: string
	/** The total in kopecks. */
	rubles: Minor
}

/** What a receipt of one thing says. The rows are converted first and add up to the total to the last kopeck. */
export function priceTotals(
	priced: { price: string; discountPrice: string | null },
	currency: Currency,
	promoPercent = 0,
): PriceTotals {
	const onSale = parseMoney(priced.discountPrice ?? priced.price)
	const rubles = onSale - (promoPercent >= 100 ? onSale : percentOf(onSale, promoPercent))
	const full = convert(parseMoney(priced.price), currency)
	const sale = convert(onSale, currency)
	const total = convert(rubles, currency)
	const show = (minor: Minor) => formatMoney(minor, currency.code, { exact: true })
	return {
		full: show(full),
		discount: full > sale ? show(sale - full) : null,
		promo: sale > total ? show(total - sale) : null,
		total: show(total),
		rubles,
	}
}
