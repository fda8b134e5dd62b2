// What a method takes, for display: the same rule by which the server makes its quote.
import { type Currency, convert, formatMoney, type Minor, parseMoney } from '~/lib/money.ts'

export interface Terms {
	/** Percent of the sum. */
	fee: string
	/** Rubles. */
	fixFee: string
}

export interface Charge {
	/** Kopecks on top of the goods. */
	fee: Minor
	/** Kopecks in all. */
	rubles: Minor
	/** What the buyer pays, in hundredths of the currency. */
	amount: Minor
	code: string
}

/** The percent is rounded once, half up to a kopeck; another currency is rounded up once. */
export function chargeOf(toPay: Minor, terms: Terms, currency: Currency): Charge {
	const fee = percentOf(toPay, terms.fee) + parseMoney(terms.fixFee)
	const rubles = toPay + fee
	return { fee, rubles, amount: convert(rubles, currency), code: currency.code }
}

function percentOf(sum: Minor, percent: string): Minor {
	const [whole = '0', part = ''] = percent.split('.')
	const of = 100n * 10n ** BigInt(part.length)
	return Number((2n * BigInt(sum) * BigInt(whole + part) + of) / (2n * of))
}

export function isFree({ fee, fixFee }: Terms): boolean {
	return Number(fee) === 0 && parseMoney(fixFee) === 0
}

/** `4 % + 15 ₽`. */
export function feeWords({ fee, fixFee }: Terms): string {
	const fix = parseMoney(fixFee)
	const percent = `${showPercent(fee)}\u00a0%`
	if (fix === 0) return percent
	return Number(fee) === 0 ? formatMoney(fix) : `${percent} + ${formatMoney(fix)}`
}

/** `3.20` → `3,2`. */
export function showPercent(percent: string): string {
	return percent.includes('.') ? percent.replace(/\.?0+$/, '').replace('.', ',') : percent
}
