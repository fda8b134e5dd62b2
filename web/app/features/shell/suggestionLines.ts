import { gamePath, giftPath } from '~/lib/paths.ts'
/** What the search page's loader answers, as far as it is shown here. */
export interface Found {
	query: string
	games: Array<{ id: number; title: string; logo: string | null }> | null
	gifts: Array<{ id: number; title: string; logo: string | null }> | null
}

const mostGames = 4
const mostGifts = 3

export function linesOf(found: Found | undefined) {
	const games = (found?.games ?? []).slice(0, mostGames).map((one) => ({ ...one, to: gamePath(one.id) }))
	const gifts = (found?.gifts ?? []).slice(0, mostGifts).map((one) => ({ ...one, to: giftPath(one.id) }))
	return [...games, ...gifts]
}
