import { type Currency, convert, formatMoney, parseMoney } from './money.ts'

interface Priced {
	price: string
	discountPrice: string | null
}

/** The lines of a receipt in the buyer's currency. The discount is what is left, so that the lines always add up. */
export function sums({ price, discountPrice }: Priced, currency: Currency) {
	const show = (minor: number) => formatMoney(minor, currency.code, { exact: true })
	const full = convert(parseMoney(price), currency)
	const total = convert(parseMoney(discountPrice ?? price), currency)
	return { full: show(full), discount: total < full ? show(total - full) : null, total: show(total) }
}
