import { loadOnline } from '@larek/shared/online.ts'
import { type ComponentType, createElement, lazy, useState } from 'react'
import { whenIdle } from './idle.ts'

/** What is wanted soon but not at once: fetched when the browser is idle, so that pressing the button shows it without a wait. */
const soon = new Set<() => Promise<unknown>>()

/**
 * A part of a page that is loaded when it is first shown. A file that could not be loaded without a network is
 * requested again once the network is back: the page shows the part's fallback until then, never an error.
 */
export function lazyPart<Props extends object>(
	load: () => Promise<{ default: ComponentType<Props> }>,
	{ ahead = false } = {},
) {
	let loaded: ComponentType<Props> | undefined
	async function fetchPart() {
		const part = await load()
		loaded = part.default
		return part
	}
	if (ahead) soon.add(fetchPart)
	const Lazy = lazy(() => loadOnline(fetchPart))
	// One that is there is shown at once: lazy() alone shows its fallback first, and React holds that for 300 ms.
	// biome-ignore lint/correctness/noComponentHookFactories: called once per part, by its module, as lazy() is
	return function LazyPart(props: Props) {
		const [Part] = useState<ComponentType<Props>>(() => loaded ?? Lazy)
		return createElement(Part, props)
	}
}

export function loadPartsAhead(): void {
	const { connection } = navigator as { connection?: { saveData?: boolean } }
	if (connection?.saveData) return
	const [next] = soon
	if (!next) return
	soon.delete(next)
	// One after the other, whenever nothing else is to be done.
	whenIdle(() => {
		next().catch(() => {})
		loadPartsAhead()
	})
}
