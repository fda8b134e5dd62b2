import { useSearchParams } from 'react-router'

/**
 * A part of the page's state in its address, so that a pasted link opens the same thing: an open drawer, a tab. Closing
 * replaces the address, opening adds to the history by default.
 */
export function useSearchState(name: string): [value: string | null, set: (value: string | null) => void] {
	const [params, setParams] = useSearchParams()
	const set = (value: string | null) =>
		setParams(
			(now) => {
				const next = new URLSearchParams(now)
				if (value === null) next.delete(name)
				else next.set(name, value)
				return next
			},
			{ replace: value === null, preventScrollReset: true },
		)
	return [params.get(name), set]
}
