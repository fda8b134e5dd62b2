import { useSyncExternalStore } from 'react'

/** A value outside React that components follow. Changed in the browser only: the server always shows the first. */
export interface Store<T> {
	get(): T
	update(change: (value: T) => T): void
	subscribe(listener: () => void): () => void
	initial: T
}

export function createStore<T>(initial: T): Store<T> {
	let value = initial
	const listeners = new Set<() => void>()
	return {
		initial,
		get: () => value,
		update(change) {
			const changed = change(value)
			if (Object.is(changed, value)) return
			value = changed
			for (const listener of listeners) listener()
		},
		subscribe(listener) {
			listeners.add(listener)
			return () => listeners.delete(listener)
		},
	}
}

export function useStore<T>(store: Store<T>): T {
	return useSyncExternalStore(store.subscribe, store.get, () => store.initial)
}
