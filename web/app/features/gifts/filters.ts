import type { GiftOrdering, GiftRegion, GiftType } from '@larek/api/store/types.gen.ts'
import { giftListPath } from '~/lib/paths.ts'

/** What the buyer asked for; all of it is in the address, so that a link shows the same list to every visitor. */
export interface GiftFilters {
	search: string
	region?: GiftRegion
	type?: GiftType
	discounted: boolean
	ordering?: GiftOrdering
}

export const regions: GiftRegion[] = [
	...(['ru', 'ru_cis', 'cis', 'world', 'tr', 'eu', 'pl', 'us'] as const),
	...(['latam', 'middle_east', 'asia', 'ch', 'kr', 'row'] as const),
]
export const types: GiftType[] = ['game', 'edition', 'dlc']
export const orderings = ['-created', 'price', '-price', '-discount_percent', 'title'] as const satisfies GiftOrdering[]

const longestSearch = 100

/** Reads an address or a form; an unknown value is ignored. */
export function readFilters(params: { get(name: string): unknown }): GiftFilters {
	const text = (name: string) => String(params.get(name) ?? '').trim()
	const one = <T extends string>(of: readonly T[], name: string) => of.find((value) => value === text(name))
	return {
		search: text('search').replace(/\s+/g, ' ').slice(0, longestSearch).trim(),
		region: one(regions, 'region'),
		type: one(types, 'type'),
		discounted: text('is_discounted') === 'true',
		ordering: one(orderings, 'ordering'),
	}
}

/** The one address of a list: the same filters always give the same text, and what is not asked for is not in it. */
export function giftsPath(filters: Partial<GiftFilters> = {}, page = 1): string {
	const query = new URLSearchParams()
	if (filters.search) query.set('search', filters.search)
	if (filters.region) query.set('region', filters.region)
	if (filters.type) query.set('type', filters.type)
	if (filters.discounted) query.set('is_discounted', 'true')
	if (filters.ordering) query.set('ordering', filters.ordering)
	const path = giftListPath(page)
	return query.size > 0 ? `${path}?${query}` : path
}

/** Whether anything narrows the list down; the order alone does not. */
export function isNarrowed({ search, region, type, discounted }: GiftFilters): boolean {
	return Boolean(search || region || type || discounted)
}
