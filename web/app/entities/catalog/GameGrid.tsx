import { GameTile } from './GameTile.tsx'
import type { GameTileData } from './gameTiles.ts'

export function GameGrid({ games, priority = 0 }: { games: GameTileData[]; priority?: number }) {
	return (
		<ul className="grid grid-cols-3 gap-3 gap-y-5 md:grid-cols-4 md:gap-4.5 md:gap-y-7 lg:grid-cols-6">
			{games.map((game, at) => (
				<GameTile key={game.id} game={game} priority={at < priority} />
			))}
		</ul>
	)
}
