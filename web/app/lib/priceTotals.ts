import { convert, formatMoney, parseMoney, percentOf } from '@larek/shared/money.ts'
import { feeText, promised, type Selling } from './charge.ts'

export interface PriceTotals {
	full: string
	/** Taken off because it is on sale. */
	discount: string | null
	/** Taken off by a promo code. */
	promo: string | null
	/** What the preselected way to pay adds, and by which terms. */
	fee: { sum: string; terms: string } | null
	/** What will be charged. */
	total: string
}

/**
 * What a receipt of one thing says, in the currency it will be charged in. The rows are converted first and add up to the
 * total to the last kopeck.
 */
export function priceTotals(
	priced: { price: string; discountPrice: string | null },
	selling: Selling,
	promoPercent = 0,
): PriceTotals {
	const onSale = parseMoney(priced.discountPrice ?? priced.price)
	const rubles = onSale - (promoPercent >= 100 ? onSale : percentOf(onSale, promoPercent))
	const charge = promised(rubles, selling)
	const currency = charge?.currency ?? selling.currency
	const [full, sale, net] = [parseMoney(priced.price), onSale, rubles].map((sum) => convert(sum, currency)) as [
		number,
		number,
		number,
	]
	const show = (minor: number) => formatMoney(minor, currency.code, { exact: true })
	return {
		full: show(full),
		discount: full > sale ? show(sale - full) : null,
		promo: sale > net ? show(net - sale) : null,
		fee: charge && charge.fee > 0 ? { sum: show(charge.amount - net), terms: feeText(charge.terms, currency) } : null,
		total: show(charge?.amount ?? net),
	}
}
