export interface Change {
	name: string
	/** Undefined: there was nothing. */
	from?: string
	to?: string
}

/** Returns the values that differ between two records, by name. Nested values are named like `limits.refund`. */
export function changesOf(before: unknown, after: unknown): Change[] {
	const from = flatten(before)
	const to = flatten(after)
	return [...new Set([...from.keys(), ...to.keys()])]
		.filter((name) => from.get(name) !== to.get(name))
		.map((name) => ({ name, from: from.get(name), to: to.get(name) }))
}

function flatten(value: unknown, prefix = ''): Map<string, string> {
	const found = new Map<string, string>()
	if (value === null || value === undefined) return found
	if (typeof value !== 'object' || Array.isArray(value)) {
		return found.set(prefix || '=', typeof value === 'string' ? value : JSON.stringify(value))
	}
	for (const [key, inner] of Object.entries(value)) {
		for (const [name, text] of flatten(inner, prefix ? `${prefix}.${key}` : key)) found.set(name, text)
	}
	return found
}
