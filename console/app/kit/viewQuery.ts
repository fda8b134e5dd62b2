export interface View {
	id: string
	name: string
	/** The address' query, as it was saved. */
	query: string
	shared?: boolean
	pinned?: boolean
	/** How many rows it has, at most 99. */
	count?: number
	/** Whether this operator may delete it. */
	mine?: boolean
}

/** Editable properties of a view. */
export interface ViewChange {
	name: string
	shared: boolean
	pinned: boolean
}

/** Parameters of the position in a list, not of its filter. */
const places = ['cursor', 'row', 'fact']

/** The part of an address that a view saves: filters and order, sorted by name. */
export function viewQuery(search: string): string {
	const params = new URLSearchParams(search)
	for (const name of places) params.delete(name)
	params.sort()
	return params.toString()
}

export function sameQuery(one: string, other: string): boolean {
	return viewQuery(one) === viewQuery(other)
}
