import { getSteamSettings } from '@larek/api/store/sdk.gen.ts'
import type { GameListItem } from '@larek/api/store/types.gen.ts'
import type { Call } from '~/api/call.ts'

export interface GameTileData {
	id: number
	title: string
	logo: string | null
	/** The largest among its packs. */
	discountPercent: number
	priceFrom: string | null
	/** On sale, with something on the shelf. */
	isActive: boolean
}

/** Games as tiles. A Steam wallet is topped up from the least the operator allows, not from the cheapest quick sum. */
export async function gameTiles(call: Call, games: GameListItem[]): Promise<GameTileData[]> {
	const hasSteam = games.some(
		({ resourcetype, isActive, priceFrom }) => resourcetype === 'Steam' && isActive && priceFrom,
	)
	const steam = hasSteam ? await call(getSteamSettings).catch(() => null) : null
	return games.map(({ id, title, logo, discountPercent, priceFrom, isActive, resourcetype }) => ({
		...{ id, title, logo, discountPercent, isActive: isActive && priceFrom !== null },
		priceFrom: resourcetype === 'Steam' && priceFrom ? (steam?.minAmount ?? priceFrom) : priceFrom,
	}))
}
