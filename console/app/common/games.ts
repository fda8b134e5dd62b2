import { useQuery } from '@tanstack/react-query'
import type { FilterOption } from '~/kit/filters.ts'

interface GameList {
	results: { id: number; title: string }[]
}

async function readGames(): Promise<GameList> {
	const response = await fetch('/api/games/?limit=100')
	if (!response.ok) throw new Error(`games: ${response.status}`)
	return response.json()
}

/** The games of the shop window, which are public, as choices of a filter. */
export function useGameOptions(): FilterOption[] {
	const { data } = useQuery({ queryKey: ['games'], queryFn: readGames, staleTime: Number.POSITIVE_INFINITY })
	return (data?.results ?? []).map(({ id, title }) => ({ value: String(id), label: title }))
}
