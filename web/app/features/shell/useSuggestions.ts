import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { href, useFetcher, useLocation, useNavigate } from 'react-router'
import { type Found, linesOf } from './suggestionLines.ts'

const pause = 150

/** What is found while one types: asked of the search page itself, so it is cached and forgiving as that is. */
export function useSuggestions() {
	const id = useId()
	const fetcher = useFetcher<Found>()
	const navigate = useNavigate()
	const { key } = useLocation()
	const [query, setQuery] = useState('')
	const [isOpen, setOpen] = useState(false)
	const [active, setActive] = useState(-1)
	const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
	const found = fetcher.data
	const lines = linesOf(found)

	useEffect(() => () => clearTimeout(timer.current), [])
	// biome-ignore lint/correctness/useExhaustiveDependencies: another page is another search
	useEffect(() => setOpen(false), [key])

	function onInput(text: string) {
		const wanted = text.trim()
		setQuery(wanted)
		setOpen(wanted !== '')
		setActive(-1)
		clearTimeout(timer.current)
		if (wanted)
			timer.current = setTimeout(() => fetcher.load(`${href('/ru/search')}?q=${encodeURIComponent(wanted)}`), pause)
	}
	function onKeyDown(event: KeyboardEvent) {
		if (!isOpen) return
		if (event.key === 'Escape') return setOpen(false)
		if (event.key === 'Enter') {
			const line = lines[active]
			if (!line) return
			event.preventDefault()
			setOpen(false)
			navigate(line.to)
			return
		}
		const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
		if (!by || lines.length === 0) return
		event.preventDefault()
		setActive((at) => Math.min(lines.length - 1, Math.max(-1, at + by)))
	}
	return { id, query, isOpen, active, found, onInput, onKeyDown, close: () => setOpen(false) }
}
