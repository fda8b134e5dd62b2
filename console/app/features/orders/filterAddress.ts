// The filters of a list live in its address: a link pasted into a chat opens the same rows.

export type FilterKind = 'choice' | 'choices' | 'range' | 'dates' | 'flag' | 'text'

/** One filter of a list: its name in the address, which is the parameter of the API too. */
export interface FilterField {
	name: string
	kind: FilterKind
}

/** A range and dates have two ends; a flag is «true» or «false». */
export type FilterValue = string | string[] | { from: string; to: string }
export type Filters = Record<string, FilterValue>

/** What does not belong to any filter is left alone: the open drawer, the page. */
const page = 'cursor'

export function readFilters(fields: FilterField[], address: URLSearchParams): Filters {
	const found = fields.map((field) => [field.name, readOne(field, address)] as const)
	return Object.fromEntries(found.filter((pair): pair is readonly [string, FilterValue] => pair[1] !== undefined))
}

function readOne({ name, kind }: FilterField, address: URLSearchParams): FilterValue | undefined {
	if (kind === 'range' || kind === 'dates') {
		const [from, to] = [address.get(`${name}_from`) ?? '', address.get(`${name}_to`) ?? '']
		return from || to ? { from, to } : undefined
	}
	if (kind === 'choices') {
		const values = address.getAll(name).filter(Boolean)
		return values.length > 0 ? values : undefined
	}
	return address.get(name) || undefined
}

/** The address with one filter changed or, without a value, dropped. The list begins anew. */
export function writeFilter(address: URLSearchParams, name: string, value: FilterValue | undefined): URLSearchParams {
	const next = new URLSearchParams(address)
	for (const key of [name, `${name}_from`, `${name}_to`, page]) next.delete(key)
	if (value === undefined) return next
	if (typeof value === 'string') next.set(name, value)
	else if (Array.isArray(value)) for (const one of value) next.append(name, one)
	else {
		if (value.from) next.set(`${name}_from`, value.from)
		if (value.to) next.set(`${name}_to`, value.to)
	}
	return next
}

export function clearFilters(fields: FilterField[], address: URLSearchParams): URLSearchParams {
	return fields.reduce((left, { name }) => writeFilter(left, name, undefined), address)
}

/** Two addresses show the same rows if their filters are equal, in whatever order they are written. */
export function sameFilters(fields: FilterField[], a: URLSearchParams, b: URLSearchParams): boolean {
	const plain = (address: URLSearchParams) =>
		JSON.stringify(Object.entries(readFilters(fields, address)).sort(([x], [y]) => x.localeCompare(y)))
	return plain(a) === plain(b)
}
