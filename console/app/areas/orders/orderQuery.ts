import { shopDays } from '~/common/days.ts'
import type { OrderQuery } from './queries.ts'

/** The filters of the address as the request has them. */
export function orderQuery(values: Record<string, string | undefined>): OrderQuery {
	const many = (name: string) => (values[name] ? values[name].split(',') : undefined)
	const id = (name: string) => (/^\d+$/.test(values[name] ?? '') ? Number(values[name]) : undefined)
	const query = {
		status: many('status'),
		kind: many('kind'),
		problem: many('problem'),
		next: many('next'),
		supplier: many('supplier'),
		provider: many('provider'),
		method: many('method'),
		country: many('country')?.map((code) => code.toUpperCase()),
		promo: many('promo'),
		buyer: values.buyer,
		owner: values.owner,
		game: many('game')?.map(Number),
		gift: numbers(values.gift),
		maxAge: id('max_age'),
		late: values.late ? true : undefined,
		sumFrom: money(values.sum_from),
		sumTo: money(values.sum_to),
		...shopDays(values.created_from, values.created_to),
		buyerOf: id('buyer_of'),
		playerOf: id('player_of'),
		cursor: values.cursor,
	}
	return Object.fromEntries(
		Object.entries(query).filter(([, value]) => value !== undefined && value !== ''),
	) as OrderQuery
}

/** «12, 15» as numbers; anything else is none. */
function numbers(text: string | undefined): number[] | undefined {
	const found = text?.match(/\d+/g)
	return found?.map(Number)
}

/** «50» and «50,5» as the contract writes sums; anything else is no sum. */
function money(text: string | undefined): string | undefined {
	const number = Number((text ?? '').replace(',', '.'))
	return text && Number.isFinite(number) && number >= 0 ? number.toFixed(2) : undefined
}
