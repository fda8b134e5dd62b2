// What a method takes, for display: the same rule by which the server makes its quote.
import { type Currency, convert, formatMoney, type Minor, parseMoney, percentOf } from '@larek/shared/money.ts'

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

export function isFree({ fee, fixFee }: Terms): boolean {
	return Number(fee) === 0 && parseMoney(fixFee) === 0
}

/** `4 % + 15 ₽`. */
export function feeText({ fee, fixFee }: Terms): string {
	const fix = parseMoney(fixFee)
	const percent = `${showPercent(fee)}\u00a0%`
	if (fix === 0) return percent
	return Number(fee) === 0 ? formatMoney(fix) : `${percent} + ${formatMoney(fix)}`
}

/** `3.20` → `3,2`. */
export function showPercent(percent: string): string {
	return percent.includes('.') ? percent.replace(/\.?0+$/, '').replace('.', ',') : percent
}

/** A method as the order form needs it: enough to say what paying will cost. */
export interface FeeTerms extends Terms {
	/** Rubles. */
	minAmount: string
}

type Country = {
	currency: string
	methodGroups: Array<{ methods: Array<FeeTerms & { name: string; isActive: boolean; currencies: string[] }> }>
}

/** What each way to pay in a country takes. The balance is left out: not every buyer has one. */
export function feeTerms({ currency, methodGroups }: Country): FeeTerms[] {
	return methodGroups
		.flatMap(({ methods }) => methods)
		.filter(
			({ name, isActive, currencies }) =>
				isActive && name !== 'balance' && currencies.some((code) => code === currency || code === 'RUB'),
		)
		.map(({ fee, fixFee, minAmount }) => ({ fee, fixFee, minAmount }))
}

/** The least an order can be paid for; null when no method takes such a sum. */
export function cheapestCharge(toPay: Minor, methods: FeeTerms[], currency: Currency): Charge | null {
	const charges = methods
		.filter(({ minAmount }) => toPay >= parseMoney(minAmount))
		.map((terms) => chargeOf(toPay, terms, currency))
	return charges.reduce<Charge | null>((least, one) => (least && least.rubles <= one.rubles ? least : one), null)
}
