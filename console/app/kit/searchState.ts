import { useSearchParams } from 'react-router'

/**
 * Page state stored in the address, such as an open drawer or tab, so that links restore it. Closing
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
