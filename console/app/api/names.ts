// Titles of partners as operators know them.

import type { Partner, Partners } from '@larek/api/admin/types.gen.ts'

/** The names that come with the operator, of partners and of the shop's own means. */
function titles() {
	// Filled in place: filters refer to the list before the operator is known.
	const options: { value: string; label: string }[] = []
	return {
		options,
		learn: (partners: Partner[]) => {
			options.splice(0, options.length, ...partners.map(({ name, title }) => ({ value: name, label: title })))
		},
		find: (name: string) => options.find(({ value }) => value === name)?.label,
	}
}

const providers = titles()
const suppliers = titles()
const methods = titles()

/** Keeps the titles that the API knows: the pages below the shell show them. */
export function learnPartners(partners: Partners) {
	providers.learn(partners.providers)
	suppliers.learn(partners.suppliers)
	methods.learn(partners.methods)
}

export const providerName = (name: string) => providers.find(name) ?? name
export const supplierName = (name: string) => suppliers.find(name) ?? name
export const methodName = (name: string) => methods.find(name) ?? name

/** A provider or a supplier by its name; anything else as it is. */
export const partnerName = (name: string) => providers.find(name) ?? supplierName(name)

export const providerOptions = providers.options
export const supplierOptions = suppliers.options
export const methodOptions = methods.options

const countries = new Intl.DisplayNames('ru', { type: 'region' })

/** Names of the countries the shop sells in. */
export const countryOptions = ['RU', 'KZ', 'BY', 'UZ', 'KG', 'AM', 'AZ', 'GE', 'TJ', 'MD', 'TR'].map((value) => ({
	value,
	label: countryName(value),
}))

export function countryName(code: string): string {
	return countries.of(code) ?? code
}
