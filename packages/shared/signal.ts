/** Creates a signal: listeners are called with every value that is emitted; `on` returns a function that removes one. */
export function createSignal<T>() {
	const listeners = new Set<(value: T) => void>()
	return {
		emit(value: T): void {
			for (const listener of listeners) listener(value)
		},
		on(listener: (value: T) => void): () => void {
			listeners.add(listener)
			return () => listeners.delete(listener)
		},
	}
}
