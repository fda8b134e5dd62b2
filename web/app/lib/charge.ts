// What a method takes, for display: the same rule by which the server makes its quote.
import {
	type Currency,
	convert,
	formatMoney,
	type Minor,
	parseMoney,
	percentOf,
	rubles,
	showPrice,
} from '@larek/shared/money.ts'

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
	const all = toPay + fee
	return { fee, rubles: all, amount: convert(all, currency), code: currency.code }
}

export function isFree({ fee, fixFee }: Terms): boolean {
	return Number(fee) === 0 && parseMoney(fixFee) === 0
}

/** `4 % + 15 ₽`, the fixed part in the currency of the charge. */
export function feeText({ fee, fixFee }: Terms, currency: Currency): string {
	const percent = `${showPercent(fee)}\u00a0%`
	if (parseMoney(fixFee) === 0) return percent
	const fix = showPrice(fixFee, currency)
	return Number(fee) === 0 ? fix : `${percent} + ${fix}`
}

/** `3.20` → `3,2`. */
export function showPercent(percent: string): string {
	return percent.includes('.') ? percent.replace(/\.?0+$/, '').replace('.', ',') : percent
}

/** A way to pay as prices need it: enough to say what will be charged. */
export interface FeeTerms extends Terms {
	/** Rubles. */
	minAmount: string
	isSecondary: boolean
	/** Code of the currency it is charged in. */
	currency: string
}

type Country = {
	currency: string
	methodGroups: Array<{
		order: number
		methods: Array<Omit<FeeTerms, 'currency'> & { name: string; isActive: boolean; currencies: string[] }>
	}>
}

/** What each way to pay in a country takes, in the order of the pay page. Not every buyer has a balance: it is left out. */
export function feeTerms({ currency, methodGroups }: Country): FeeTerms[] {
	return methodGroups
		.toSorted((a, b) => a.order - b.order)
		.flatMap(({ methods }) => methods)
		.flatMap(({ name, isActive, currencies, fee, fixFee, minAmount, isSecondary }) => {
			const code = [currency, 'RUB'].find((one) => currencies.includes(one))
			return isActive && name !== 'balance' && code ? [{ fee, fixFee, minAmount, isSecondary, currency: code }] : []
		})
}

/** The method that is chosen for the buyer: the first in sight that takes such a sum. Prices are promised for it. */
export function preselected<T extends Pick<FeeTerms, 'minAmount' | 'isSecondary'>>(
	methods: T[],
	toPay: Minor,
): T | undefined {
	const open = methods.filter(({ minAmount }) => toPay >= parseMoney(minAmount))
	return open.find(({ isSecondary }) => !isSecondary) ?? open[0]
}

export interface Selling {
	currency: Currency
	fees: FeeTerms[]
}

/** What the preselected method will charge, and by which terms; null when it is not known. */
export function promised(
	toPay: Minor,
	{ currency, fees }: Selling,
): (Charge & { terms: Terms; currency: Currency }) | null {
	const terms = preselected(fees, toPay)
	if (!terms || toPay <= 0) return null
	const own = terms.currency === currency.code ? currency : rubles
	return { ...chargeOf(toPay, terms, own), terms, currency: own }
}

/** A catalogue price as it will be charged, ready to show. */
export function shownPrice(price: string | Minor, selling: Selling): string {
	const kopecks = typeof price === 'string' ? parseMoney(price) : price
	const charge = promised(kopecks, selling)
	return charge ? formatMoney(charge.amount, charge.code) : showPrice(kopecks, selling.currency)
}
