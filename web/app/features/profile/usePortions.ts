import { useEffect, useState } from 'react'
import { useFetcher } from 'react-router'
import type { Portion, ProfileData } from './profile.ts'

interface Portions<T> {
	rows: T[]
	isMore: boolean
	busy: boolean
	failed: boolean
	more: () => void
}

/**
 * A list that begins with what the page has loaded and continues with the same loader. Reloading the page restarts it.
 * `addressOf` names the next portion by how many were loaded, and how many rows.
 */
export function usePortions<T extends { id: number }>(
	first: Portion<T> | null,
	pick: (data: ProfileData) => Portion<T> | null,
	addressOf: (portions: number, rows: number) => string,
): Portions<T> {
	const fetcher = useFetcher<ProfileData>()
	const [later, setLater] = useState<{ first: typeof first; portions: Array<Portion<T>> }>({ first, portions: [] })
	const { data } = fetcher
	// biome-ignore lint/correctness/useExhaustiveDependencies: each answer counts once, for the list it was asked for
	useEffect(() => {
		const portion = data && pick(data)
		if (!portion) return
		setLater((before) => ({ first, portions: before.first === first ? [...before.portions, portion] : [portion] }))
	}, [data])
	const portions = later.first === first ? later.portions : []
	const last = portions.at(-1) ?? first
	// Something made meanwhile pushes others onto the next portion.
	const rows = [...new Map([first, ...portions].flatMap((one) => one?.rows ?? []).map((row) => [row.id, row])).values()]
	const busy = fetcher.state !== 'idle'
	return {
		rows,
		isMore: last?.isMore ?? false,
		busy,
		failed: !busy && data !== undefined && pick(data) === null,
		more: () => busy || fetcher.load(addressOf(portions.length + 1, rows.length)),
	}
}
