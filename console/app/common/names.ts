// Titles of partners as operators know them.

import { messageByKey } from '@larek/shared/messageByKey.ts'
import { method } from '~/paraglide/tables/method.ts'
import { provider } from '~/paraglide/tables/provider.ts'
import { supplier } from '~/paraglide/tables/supplier.ts'

const providers: Record<string, () => string> = provider
const suppliers: Record<string, () => string> = supplier
const methods: Record<string, () => string> = method

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

/** Names of the countries the shop sells in. */
export const countryOptions = ['RU', 'KZ', 'BY', 'UZ', 'KG', 'AM', 'AZ', 'GE', 'TJ', 'MD', 'TR'].map((value) => ({
	value,
	label: countryName(value),
}))

export function countryName(code: string): string {
	return countries.of(code) ?? code
}
