import { createStore } from '@larek/shared/store.ts'
import type { LucideIcon } from 'lucide-react'
import { useEffect } from 'react'

/** An entry of the palette. */
export interface PaletteItem {
	id: string
	title: string
	/** The reason it matched, or its kind. */
	hint?: string
	icon?: LucideIcon
	/** Keys that do the same, as in the table of bindings. */
	keys?: string
	/** An address of the console, or a function to run. */
	to?: string
	run?: () => void
}

export interface PaletteGroup {
	title: string
	items: PaletteItem[]
}

/** Finds things by the typed text. Set by the screen that owns the search. */
export type Finder = (text: string, signal: AbortSignal) => Promise<PaletteGroup[]>

export const finder = createStore<Finder | undefined>(undefined)
export const paletteOpen = createStore(false)
export const pageCommands = createStore<PaletteItem[]>([])

export const openPalette = () => paletteOpen.update(() => true)

/** Offers commands of the current page in the palette while it is shown. Pass a stable list. */
export function useCommands(commands: PaletteItem[]): void {
	useEffect(() => {
		pageCommands.update((now) => [...now, ...commands])
		return () => pageCommands.update((now) => now.filter((one) => !commands.includes(one)))
	}, [commands])
}

const recentKey = 'larek.console.recent'
const maxRecent = 8

/** Things opened lately on this device, newest first. Numbers and titles of screens only, no personal data. */
export function recentItems(): PaletteItem[] {
	try {
		const value: unknown = JSON.parse(sessionStorage.getItem(recentKey) ?? '[]')
		return Array.isArray(value) ? (value as PaletteItem[]) : []
	} catch {
		return []
	}
}

export function rememberRecent({ id, title, to }: PaletteItem): void {
	const items = [{ id, title, to }, ...recentItems().filter((one) => one.id !== id)].slice(0, maxRecent)
	try {
		sessionStorage.setItem(recentKey, JSON.stringify(items))
	} catch {
		// A full or forbidden storage costs a convenience.
	}
}
