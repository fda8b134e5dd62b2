import { Search } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Form } from 'react-router'
import { m } from '~/paraglide/messages.js'

/** A plain form, so it works without a script; the slash key goes straight to it. */
export function SearchBox({ className }: { className?: string }) {
	const input = useRef<HTMLInputElement>(null)
	useEffect(() => {
		function onKey(event: KeyboardEvent) {
			if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
			// Hidden on a phone, where the bar below leads to the search page.
			if (!input.current?.checkVisibility?.()) return
			event.preventDefault()
			input.current.focus()
			input.current.select()
		}
		document.addEventListener('keydown', onKey)
		return () => document.removeEventListener('keydown', onKey)
	}, [])
	return (
		<Form action="/ru/search" role="search" aria-label={m['search.quick']()} className={className}>
			<label className="relative block">
				<span className="sr-only">{m['search.label']()}</span>
				<Search
					size={18}
					aria-hidden="true"
					className="pointer-events-none absolute top-1/2 left-3.5 -translate-y-1/2 text-muted"
				/>
				<input
					ref={input}
					type="search"
					name="q"
					required
					maxLength={100}
					autoComplete="off"
					placeholder={m['search.placeholder']()}
					aria-keyshortcuts="/"
					className="peer h-11.5 w-full rounded-control border border-line bg-shelf pr-12 pl-10.5 text-fore placeholder:text-muted"
				/>
				<span
					aria-hidden="true"
					className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 rounded-tag border border-line px-2 text-xs text-muted peer-focus:hidden"
				>
					/
				</span>
			</label>
		</Form>
	)
}

function isTyping(target: EventTarget | null): boolean {
	if (!(target instanceof HTMLElement)) return false
	return target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName)
}
