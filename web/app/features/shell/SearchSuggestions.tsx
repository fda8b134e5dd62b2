import { href, Link } from 'react-router'
import { Cover } from '~/components/Cover.tsx'
import { m } from '~/paraglide/messages.js'
import { type Found, linesOf } from './suggestionLines.ts'

interface SearchSuggestionsProps {
	id: string
	query: string
	/** Of this or an earlier query; absent while the first one is under way. */
	found: Found | undefined
	/** The line the arrow keys have come to. */
	active: number
	onPick: () => void
}

/** What was found so far; the last line leads to everything. */
export default function SearchSuggestions({ id, query, found, active, onPick }: SearchSuggestionsProps) {
	const lines = linesOf(found)
	const isOld = found?.query !== query
	return (
		<>
			{lines.map(({ to, id: key, title, logo }, at) => (
				<Link
					key={to}
					id={`${id}-${at}`}
					role="option"
					aria-selected={at === active}
					tabIndex={-1}
					to={to}
					onClick={onPick}
					className="flex min-h-13 items-center gap-3 rounded-control px-2 py-1 hover:bg-shelf aria-selected:bg-shelf"
				>
					<span className="w-10 shrink-0">
						<Cover id={key} title={title} logo={logo} shape="square" sizes="40px" />
					</span>
					<span className="truncate">{title}</span>
				</Link>
			))}
			{lines.length === 0 && (
				<p className="px-3 py-3 text-sm text-muted">{isOld ? m['search.looking']() : m['search.nothing']({ query })}</p>
			)}
			{lines.length > 0 && (
				<Link
					id={`${id}-${lines.length}`}
					role="option"
					aria-selected={active === lines.length}
					tabIndex={-1}
					to={`${href('/ru/search')}?q=${encodeURIComponent(query)}`}
					onClick={onPick}
					className="flex min-h-11 items-center rounded-control px-3 text-sm text-lamp-text hover:bg-shelf aria-selected:bg-shelf"
				>
					{m['search.all']()}
				</Link>
			)}
		</>
	)
}
