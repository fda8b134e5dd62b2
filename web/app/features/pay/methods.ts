import type { ActiveCountry, PaymentField, PaymentMethod } from '@larek/api/store/types.gen.ts'
import { type Currency, type Minor, parseMoney, rubles } from '@larek/shared/money.ts'
import { type Charge, chargeOf, preselected } from '~/lib/charge.ts'

/** A way to pay as the page needs it. */
export interface Method {
	name: string
	title: string
	fee: string
	fixFee: string
	icon: string | null
	minAmount: string
	isSecondary: boolean
	requiredFields: PaymentField[]
	canRetrievePaymentData: boolean
	/** What it is charged in. */
	currency: Currency
}

export interface MethodGroup {
	name: string
	shortName: string
	methods: Method[]
}

/** The groups in the server's order, without what is switched off or cannot be charged here. */
export function groupsOf(country: Pick<ActiveCountry, 'currency' | 'rate' | 'methodGroups'>): MethodGroup[] {
	const own: Currency = { code: country.currency, rate: country.rate }
	return country.methodGroups
		.toSorted((a, b) => a.order - b.order)
		.map(({ name, shortName, methods }) => ({
			name,
			shortName,
			methods: methods.flatMap((method) => {
				const currency = [own, rubles].find(({ code }) => method.currencies.includes(code))
				return method.isActive && currency ? [methodOf(method, currency)] : []
			}),
		}))
		.filter(({ methods }) => methods.length > 0)
}

function methodOf(method: PaymentMethod, currency: Currency): Method {
	const { name, title, fee, fixFee, icon, minAmount, isSecondary, requiredFields, canRetrievePaymentData } = method
	return { name, title, fee, fixFee, icon, minAmount, isSecondary, requiredFields, canRetrievePaymentData, currency }
}

/** The methods in sight, or the ones behind «Ещё способы»; groups left empty are dropped. */
export function visibleGroups(groups: MethodGroup[], isSecondary: boolean): MethodGroup[] {
	return groups
		.map((group) => ({ ...group, methods: group.methods.filter((one) => one.isSecondary === isSecondary) }))
		.filter(({ methods }) => methods.length > 0)
}

export const charge = (toPay: Minor, method: Method): Charge => chargeOf(toPay, method, method.currency)

/** How an order that costs nothing is taken; the server knows it in every market. */
export const freeMethod: Method = {
	name: 'free',
	title: '',
	fee: '0',
	fixFee: '0',
	icon: null,
	minAmount: '0',
	isSecondary: false,
	requiredFields: ['email'],
	canRetrievePaymentData: false,
	currency: rubles,
}

export const balanceMethod = 'balance'

/** Without the balance: another buyer's order is paid by external methods only. */
export function outsideOnly(groups: MethodGroup[]): MethodGroup[] {
	return groups
		.map((group) => ({ ...group, methods: group.methods.filter(({ name }) => name !== balanceMethod) }))
		.filter(({ methods }) => methods.length > 0)
}

/** Why a method cannot be taken. */
export type MethodBlocker = { why: 'minimum' } | { why: 'sign_in' } | { why: 'balance'; has: Minor; lacks: Minor }

/** `balance` is undefined while unknown and null for a guest. */
export function methodBlocker(toPay: Minor, method: Method, balance: Minor | null | undefined): MethodBlocker | null {
	if (toPay < parseMoney(method.minAmount)) return { why: 'minimum' }
	if (method.name !== balanceMethod || balance === undefined) return null
	if (balance === null) return { why: 'sign_in' }
	const lacks = charge(toPay, method).rubles - balance
	return lacks > 0 ? { why: 'balance', has: balance, lacks } : null
}

/** The heading of a single method would only repeat its name. */
export const hasOwnHeading = ({ methods }: MethodGroup): boolean => methods.length > 1

export function methodsOf(groups: MethodGroup[]): Method[] {
	return groups.flatMap(({ methods }) => methods)
}

/** The method prices were promised for, of those that every visitor can use. */
export function firstMethod(groups: MethodGroup[], toPay: Minor): Method | undefined {
	return preselected(methodsOf(outsideOnly(groups)), toPay)
}
