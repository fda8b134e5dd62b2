import { classes } from '@larek/shared/classes.ts'
import { Suspense, useEffect, useRef } from 'react'
import { Form, href } from 'react-router'
import { SearchIcon } from '~/components/SearchIcon.tsx'
import { lazyPart } from '~/lib/lazyPart.ts'
import { m } from '~/paraglide/messages.js'
import { useSuggestions } from './useSuggestions.ts'

const SearchSuggestions = lazyPart(() => import('./SearchSuggestions.tsx'), { ahead: true })

/** A plain form, so it works without a script; the slash key goes straight to it. */
export function SearchBox({ className }: { className?: string }) {
	const input = useRef<HTMLInputElement>(null)
	const { id, query, isOpen, active, found, onInput, onKeyDown, close } = useSuggestions()
	useSlash(input)
	const looking = <p className="px-3 py-3 text-sm text-muted">{m['search.looking']()}</p>
	return (
		<Form
			action={href('/ru/search')}
			role="search"
			aria-label={m['search.quick']()}
			className={classes('relative', className)}
			onBlur={(event) => event.currentTarget.contains(event.relatedTarget) || close()}
			onSubmit={close}
		>
			<label className="relative block">
				<span className="sr-only">{m['search.label']()}</span>
				<SearchIcon />
				<input
					ref={input}
					type="search"
					name="q"
					required
					maxLength={100}
					autoComplete="off"
					enterKeyHint="search"
					placeholder={m['search.placeholder_short']()}
					aria-keyshortcuts="/"
					role="combobox"
					aria-expanded={isOpen}
					aria-controls={id}
					aria-activedescendant={isOpen && active >= 0 ? `${id}-${active}` : undefined}
					aria-autocomplete="list"
					onInput={(event) => onInput(event.currentTarget.value)}
					onKeyDown={onKeyDown}
					className="peer h-11.5 w-full truncate rounded-control border border-line bg-shelf pr-3 pl-10.5 text-fore placeholder:text-muted md:max-lg:placeholder:text-sm lg:pr-10"
				/>
				<span
					aria-hidden="true"
					className="pointer-events-none absolute top-1/2 right-3 hidden -translate-y-1/2 rounded-tag border border-line px-2 text-xs text-muted peer-focus:hidden lg:block"
				>
					/
				</span>
			</label>
			{/* Hidden rather than absent, so that it opens before the page is hydrated. */}
			<div
				id={id}
				hidden={!isOpen}
				role="listbox"
				aria-label={m['search.suggestions']()}
				aria-busy={found?.query !== query}
				tabIndex={-1}
				className="card absolute inset-x-0 top-full z-40 mt-1.5 max-h-[60dvh] overflow-y-auto bg-window p-1.5 shadow-xl"
			>
				<Suspense fallback={looking}>
					{isOpen ? <SearchSuggestions id={id} query={query} found={found} active={active} onPick={close} /> : looking}
				</Suspense>
			</div>
		</Form>
	)
}

function useSlash(input: React.RefObject<HTMLInputElement | null>) {
	useEffect(() => {
		function onKey(event: KeyboardEvent) {
			if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
			// Hidden where the page has a field of its own.
			if (!input.current?.checkVisibility?.()) return
			event.preventDefault()
			input.current.focus()
			input.current.select()
		}
		document.addEventListener('keydown', onKey)
		return () => document.removeEventListener('keydown', onKey)
	}, [input])
}

function isTyping(target: EventTarget | null): boolean {
	if (!(target instanceof HTMLElement)) return false
	return target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName)
}
