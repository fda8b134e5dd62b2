import { createStore, type Store } from '@larek/shared/store.ts'
import { useEffect, useRef } from 'react'
import { m } from '~/paraglide/messages.js'
import { isIgnored, pressed } from './pressedKey.ts'

/**
 * Every hotkey of the console. The table drives both behaviour and help: a binding works where a screen uses it, and
 * `?` lists those that work now. `mod` is Ctrl, or Cmd on a Mac. Two letters with a space are pressed in sequence.
 */
export const bindings = {
	find: { keys: 'mod+k', label: () => m['keys.find'](), group: 'everywhere' },
	help: { keys: '?', label: () => m['keys.help'](), group: 'everywhere' },
	lock: { keys: 'g l', label: () => m['keys.lock'](), group: 'everywhere' },
	close: { keys: 'esc', label: () => m['keys.close'](), group: 'everywhere' },
	goHome: { keys: 'g h', label: () => m['keys.go_home'](), group: 'go' },
	goQueue: { keys: 'g q', label: () => m['keys.go_queue'](), group: 'go' },
	goOrders: { keys: 'g o', label: () => m['keys.go_orders'](), group: 'go' },
	goRefunds: { keys: 'g r', label: () => m['keys.go_refunds'](), group: 'go' },
	goCatalog: { keys: 'g g', label: () => m['keys.go_catalog'](), group: 'go' },
	goPrices: { keys: 'g p', label: () => m['keys.go_prices'](), group: 'go' },
	goStock: { keys: 'g c', label: () => m['keys.go_stock'](), group: 'go' },
	goAudit: { keys: 'g a', label: () => m['keys.go_audit'](), group: 'go' },
	goStaff: { keys: 'g s', label: () => m['keys.go_staff'](), group: 'go' },
	nextRow: { keys: 'j', label: () => m['keys.next_row'](), group: 'list' },
	previousRow: { keys: 'k', label: () => m['keys.previous_row'](), group: 'list' },
	openRow: { keys: 'enter', label: () => m['keys.open_row'](), group: 'list' },
	selectRow: { keys: 'x', label: () => m['keys.select_row'](), group: 'list' },
	filter: { keys: '/', label: () => m['keys.filter'](), group: 'list' },
	nextPage: { keys: ']', label: () => m['keys.next_page'](), group: 'list' },
	previousPage: { keys: '[', label: () => m['keys.previous_page'](), group: 'list' },
	take: { keys: 't', label: () => m['keys.take'](), group: 'work' },
	release: { keys: 'u', label: () => m['keys.release'](), group: 'work' },
	takeNext: { keys: 'n', label: () => m['keys.take_next'](), group: 'work' },
	nextStep: { keys: 'e', label: () => m['keys.next_step'](), group: 'work' },
	ask: { keys: 'a', label: () => m['keys.ask'](), group: 'work' },
	refund: { keys: 'r', label: () => m['keys.refund'](), group: 'work' },
	write: { keys: 'm', label: () => m['keys.write'](), group: 'work' },
	note: { keys: 'c', label: () => m['keys.note'](), group: 'work' },
	save: { keys: 'mod+s', label: () => m['keys.save'](), group: 'work' },
} satisfies Record<string, Binding>

interface Binding {
	keys: string
	label: () => string
	group: 'everywhere' | 'go' | 'list' | 'work'
}

export type Hotkey = keyof typeof bindings

export const hotkeyOf = (name: Hotkey): string => bindings[name].keys

type Handler = () => void

/** Which bindings have a handler now; the last one mounted gets the key. */
const handlers = new Map<Hotkey, Handler[]>()
export const activeHotkeys: Store<ReadonlySet<Hotkey>> = createStore<ReadonlySet<Hotkey>>(new Set())

const publish = () => activeHotkeys.update(() => new Set(handlers.keys()))

/** Runs the handler when the key of a binding is pressed, while the component is mounted. */
export function useHotkey(name: Hotkey, handler: Handler, enabled = true): void {
	const latest = useRef(handler)
	latest.current = handler
	useEffect(() => {
		if (!enabled) return
		const run = () => latest.current()
		handlers.set(name, [...(handlers.get(name) ?? []), run])
		publish()
		return () => {
			const left = (handlers.get(name) ?? []).filter((one) => one !== run)
			if (left.length > 0) handlers.set(name, left)
			else handlers.delete(name)
			publish()
		}
	}, [name, enabled])
}

const storage = 'larek.console.letters'

function stored(): boolean {
	try {
		return typeof localStorage === 'undefined' || localStorage.getItem(storage) !== 'off'
	} catch {
		return true
	}
}

/** Whether single-character hotkeys are on. Operators who dictate or press keys by accident switch them off. */
export const lettersWork = createStore(stored())

export function setLettersWork(work: boolean): void {
	lettersWork.update(() => work)
	try {
		if (work) localStorage.removeItem(storage)
		else localStorage.setItem(storage, 'off')
	} catch {
		// Without storage the choice lasts as long as the page.
	}
}

/** Whether a binding is pressed without Ctrl, by what types a character. */
export const isLetter = (keys: string): boolean => !keys.startsWith('mod+') && keys !== 'esc' && keys !== 'enter'

const isMac = () => typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform)

/** `mod+k` → Ctrl, K. */
export function keyNames(keys: string): string[] {
	const names: Record<string, string> = { mod: isMac() ? '⌘' : 'Ctrl', esc: 'Esc', enter: 'Enter' }
	return keys.split(/[+ ]/).map((key) => names[key] ?? key.toUpperCase())
}

/** How long the second key of a pair may take. */
const pairTimeout = 1_500

/** Listens on the whole page; returns a function that stops it. */
export function listenForHotkeys(target: Window = window): () => void {
	let first: { keys: string; at: number } | undefined
	const listen = (event: KeyboardEvent) => {
		const keys = pressed(event)
		if (!keys || isIgnored(event, keys)) return
		const pair = first && event.timeStamp - first.at < pairTimeout ? `${first.keys} ${keys}` : undefined
		const all = Object.entries(bindings) as [Hotkey, Binding][]
		const found = all.find(([, one]) => one.keys === pair) ?? all.find(([, one]) => one.keys === keys)
		first = all.some(([, one]) => one.keys.startsWith(`${keys} `)) ? { keys, at: event.timeStamp } : undefined
		const run = found && handlers.get(found[0])?.at(-1)
		if (!run || (isLetter(found[1].keys) && !lettersWork.get())) return
		event.preventDefault()
		first = undefined
		run()
	}
	target.addEventListener('keydown', listen)
	return () => target.removeEventListener('keydown', listen)
}
