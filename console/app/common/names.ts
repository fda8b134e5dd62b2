// Those the shop works with, by the names operators know them by.
import { messageByKey } from '@larek/shared/messageByKey.ts'
import { m } from '~/paraglide/messages.js'

const providers: Record<string, () => string> = {
	tbank: m['provider.tbank'],
	payselection: m['provider.payselection'],
	payin: m['provider.payin'],
	getpay: m['provider.getpay'],
	balance: m['provider.balance'],
}
const suppliers: Record<string, () => string> = {
	moogold: m['supplier.moogold'],
	gamesdrop: m['supplier.gamesdrop'],
	nsgifts: m['supplier.nsgifts'],
	rokky: m['supplier.rokky'],
	operator: m['supplier.operator'],
}
const methods: Record<string, () => string> = {
	tbank_sbp: m['method.tbank_sbp'],
	tbank_qr: m['method.tbank_qr'],
	payselection: m['method.payselection'],
	payin_p2p: m['method.payin_p2p'],
	payin_form: m['method.payin_form'],
	payin_external: m['method.payin_external'],
	getpay: m['method.getpay'],
	balance: m['method.balance'],
}

export const providerName = (name: string) => messageByKey(providers, name)
export const supplierName = (name: string) => messageByKey(suppliers, name)
export const methodName = (name: string) => messageByKey(methods, name)

/** A provider or a supplier by its name; anything else as it is. */
export const partnerName = (name: string) => messageByKey({ ...suppliers, ...providers }, name)

const optionsOf = (names: Record<string, () => string>) =>
	Object.entries(names).map(([value, label]) => ({ value, label: label() }))

export const providerOptions = optionsOf(providers)
export const supplierOptions = optionsOf(suppliers)
export const methodOptions = optionsOf(methods)

const countries = new Intl.DisplayNames('ru', { type: 'region' })

/** Where the shop sells, by the names of the countries. */
export const countryOptions = ['RU', 'KZ', 'BY', 'UZ', 'KG', 'AM', 'AZ', 'GE', 'TJ', 'MD', 'TR'].map((value) => ({
	value,
	label: countryName(value),
}))

export function countryName(code: string): string {
	return countries.of(code) ?? code
}
