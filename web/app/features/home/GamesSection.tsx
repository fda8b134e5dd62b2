import { href } from 'react-router'
import { EmptyNote, Section } from '~/components/Section.tsx'
import { GameTile } from '~/entities/catalog/GameTile.tsx'
import { m } from '~/paraglide/messages.js'
import type { HomeData } from './load.server.ts'

type Games = NonNullable<HomeData['games']>

export function GamesSection({ games }: { games: Games | null }) {
	return (
		<Section title={m['home.window']()} more={{ to: href('/ru/games'), label: m['home.all_games']() }}>
			{games === null && <EmptyNote>{m['home.games_failed']()}</EmptyNote>}
			{games?.length === 0 && <EmptyNote>{m['home.games_empty']()}</EmptyNote>}
			{games && games.length > 0 && (
				<ul className="grid grid-cols-3 gap-3 gap-y-5 md:grid-cols-4 md:gap-4.5 lg:grid-cols-6">
					{games.map((game, at) => (
						<GameTile key={game.id} game={game} priority={at < 3} />
					))}
				</ul>
			)}
		</Section>
	)
}
