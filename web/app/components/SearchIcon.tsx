import { Search } from 'lucide-react'

/** The magnifier at the left inside of a search field. */
export function SearchIcon() {
	return (
		<Search
			size={18}
			aria-hidden="true"
			className="pointer-events-none absolute top-1/2 left-3.5 -translate-y-1/2 text-muted"
		/>
	)
}
