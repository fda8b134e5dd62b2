import { createStore, useStore } from '@larek/shared/store.ts'
import { useEffect, useRef } from 'react'

/** Changed objects by their ids; the page reads again what it shows of them. */
export interface LiveEvent {
	/** The name of the event: `order`, `queue`, … */
	name: string
	id: string
}

export type LiveState = 'live' | 'polling'

/** How often lists are read while there is no stream. */
export const pollInterval = 10_000

const state = createStore<LiveState>('polling')
const listeners = new Set<(event: LiveEvent) => void>()

type Source = Pick<EventSource, 'addEventListener' | 'close' | 'readyState'>

/**
 * Opens the stream of changes for the whole console; returns what closes it. The browser connects again by itself after
 * a lost connection; after a refusal it does not, and lists go on being polled.
 */
export function openStream(url: string, names: string[], open: (url: string) => Source = (at) => new EventSource(at)) {
	const source = open(url)
	source.addEventListener('open', () => state.update(() => 'live'))
	source.addEventListener('error', () => state.update(() => 'polling'))
	for (const name of names) {
		source.addEventListener(name, (event) => {
			const id = readId((event as MessageEvent<string>).data)
			for (const listener of listeners) listener({ name, id })
		})
	}
	return () => {
		source.close()
		state.update(() => 'polling')
	}
}

function readId(data: string): string {
	try {
		const value: unknown = JSON.parse(data)
		if (typeof value !== 'object' || value === null) return String(value)
		return String((value as { id?: unknown }).id ?? '')
	} catch {
		return data
	}
}

/** Whether changes come by themselves or are asked for. */
export const useLiveState = (): LiveState => useStore(state)

/** For `refetchInterval` of a query: asks now and then while there is no stream. */
export function useLiveInterval(): number | false {
	return useLiveState() === 'live' ? false : pollInterval
}

/** How often what also changes by time alone is read although there is a stream: deadlines pass without an event. */
export const slowInterval = 60_000

/** Runs on every change of the shop that the stream reports. */
export function useLive(onEvent: (event: LiveEvent) => void): void {
	const latest = useRef(onEvent)
	latest.current = onEvent
	useEffect(() => {
		const listener = (event: LiveEvent) => latest.current(event)
		listeners.add(listener)
		return () => {
			listeners.delete(listener)
		}
	}, [])
}
