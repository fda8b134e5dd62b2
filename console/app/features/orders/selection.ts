export type Selection = ReadonlySet<number>

export const nothing: Selection = new Set()

export function toggle(selection: Selection, id: number): Selection {
	const next = new Set(selection)
	if (!next.delete(id)) next.add(id)
	return next
}

/** Rows from the last pressed one to this one, as with Shift in every list. */
export function extend(selection: Selection, ids: number[], from: number | undefined, to: number): Selection {
	const a = from === undefined ? -1 : ids.indexOf(from)
	const b = ids.indexOf(to)
	if (a < 0 || b < 0) return toggle(selection, to)
	return new Set([...selection, ...ids.slice(Math.min(a, b), Math.max(a, b) + 1)])
}

/** All of the page if any is missing, otherwise none of it. */
export function toggleAll(selection: Selection, ids: number[]): Selection {
	const isFull = ids.every((id) => selection.has(id))
	const others = [...selection].filter((id) => !ids.includes(id))
	return new Set(isFull ? others : [...others, ...ids])
}

export function stateOf(selection: Selection, ids: number[]): 'none' | 'some' | 'all' {
	const count = ids.filter((id) => selection.has(id)).length
	if (count === 0) return 'none'
	return count === ids.length ? 'all' : 'some'
}
