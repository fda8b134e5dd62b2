import { createStore, useStore } from '@larek/shared/store.ts'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'

/** Changed objects by their ids; the page reads again what it shows of them. */
export interface LiveEvent {
	/** The name of the event: `order`, `queue`, … */
	name: string
	id: string
}

export type LiveState = 'live' | 'polling'

/** The polling interval of lists while there is no stream. */
export const pollInterval = 10_000

const state = createStore<LiveState>('polling')
const listeners = new Set<(event: LiveEvent) => void>()

type Source = Pick<EventSource, 'addEventListener' | 'close' | 'readyState'>

/** The ID that means all objects: single changes were lost. */
export const everything = '*'

/** The delay before reopening a rejected stream. */
export const reopenAfter = 15_000

const closed = 2

/**
 * Opens the event stream of the console; returns a function that closes it. The browser reconnects after a lost
 * connection but not after a refusal, so this function opens another stream then. Changes in between were not
 * reported, so it refetches everything.
 */
export function openStream(url: string, names: string[], open: (url: string) => Source = (at) => new EventSource(at)) {
	let source: Source
	let again: ReturnType<typeof setTimeout> | undefined
	let wasOpen = false
	const connect = () => {
		const own = open(url)
		source = own
		own.addEventListener('open', () => {
			state.update(() => 'live')
			if (wasOpen) for (const name of names) tell({ name, id: everything })
			wasOpen = true
		})
		own.addEventListener('error', () => {
			state.update(() => 'polling')
			if (own.readyState === closed) again = setTimeout(connect, reopenAfter)
		})
		for (const name of names) {
			own.addEventListener(name, (event) => tell({ name, id: readId((event as MessageEvent<string>).data) }))
		}
	}
	connect()
	return () => {
		clearTimeout(again)
		source.close()
		state.update(() => 'polling')
	}
}

function tell(event: LiveEvent): void {
	for (const listener of listeners) listener(event)
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

/** Reports whether changes are pushed or polled. */
export const useLiveState = (): LiveState => useStore(state)

/** For `refetchInterval` of a query: polls while there is no stream. */
export function useLiveInterval(): number | false {
	return useLiveState() === 'live' ? false : pollInterval
}

/** The polling interval, despite the stream, of data that also changes with time: deadlines pass without an event. */
export const slowInterval = 60_000

/** Whether a change is about one of these objects. */
export const isAbout = (event: LiveEvent, name: string, has: (id: string) => boolean): boolean =>
	event.name === name && (event.id === everything || has(event.id))

/** The shortest interval between refetches caused by changes. */
const readInterval = 500

/**
 * Refetches a query after a change of its data: at once, then at most twice a second. A running request is never
 * cancelled, or a slow list would never load in a busy shop; another one follows it.
 */
export function useLiveReads(queryKey: QueryKey, isShown: (event: LiveEvent) => boolean): void {
	const client = useQueryClient()
	const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
	const isDue = useRef(false)
	useEffect(() => () => clearTimeout(timer.current), [])
	const read = () => {
		timer.current = setTimeout(() => {
			timer.current = undefined
			if (isDue.current) read()
		}, readInterval)
		isDue.current = client.isFetching({ queryKey }) > 0
		if (!isDue.current) client.invalidateQueries({ queryKey })
	}
	useLive((event) => {
		if (!isShown(event)) return
		if (timer.current === undefined) read()
		else isDue.current = true
	})
}

/** Runs on every change of the shop that the stream reports. */
export function useLive(onEvent: (event: LiveEvent) => void): void {
	const listen = useEffectEvent(onEvent)
	useEffect(() => {
		const listener = (event: LiveEvent) => listen(event)
		listeners.add(listener)
		return () => {
			listeners.delete(listener)
		}
	}, [])
}
