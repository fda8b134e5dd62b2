/** The named fields of a value. One list of names serves the value and its type: `Pick<T, (typeof names)[number]>`. */
export function pick<T, K extends keyof T>(from: T, names: readonly K[]): Pick<T, K> {
	return Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<T, K>
}
