import { useState } from 'react'

export interface Selection {
	keys: ReadonlySet<string>
	toggle(key: string): void
	/** Selects these, or drops them when all of them are selected. */
	toggleAll(keys: string[]): void
	clear(): void
}

/** Selected rows of a list. The selection survives a change of page; a bar shows the count. */
export function useSelection(): Selection {
	const [keys, setKeys] = useState<ReadonlySet<string>>(new Set())
	return {
		keys,
		toggle: (key) => setKeys((now) => (now.has(key) ? without(now, [key]) : new Set([...now, key]))),
		toggleAll: (all) =>
			setKeys((now) => (all.every((key) => now.has(key)) ? without(now, all) : new Set([...now, ...all]))),
		clear: () => setKeys(new Set()),
	}
}

function without(keys: ReadonlySet<string>, dropped: string[]): ReadonlySet<string> {
	return new Set([...keys].filter((key) => !dropped.includes(key)))
}
