import { Link } from 'react-router'
import { Sticker } from '~/components/Badge.tsx'
import { Cover } from '~/components/Cover.tsx'
import { Quiet, Section } from '~/components/Section.tsx'
import { useMarket } from '~/lib/market.ts'
import { formatDiscount, showPrice } from '~/lib/money.ts'
import { m } from '~/paraglide/messages.js'
import type { HomeData } from './load.server.ts'

type Games = NonNullable<HomeData['games']>

export function GameWindow({ games }: { games: Games | null }) {
	return (
		<Section title={m['home.window']()} more={{ to: '/ru/games', label: m['home.all_games']() }}>
			{games === null && <Quiet>{m['home.games_failed']()}</Quiet>}
			{games?.length === 0 && <Quiet>{m['home.games_empty']()}</Quiet>}
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

export function GameTile({ game, priority }: { game: Games[number]; priority: boolean }) {
	const { currency } = useMarket()
	return (
		<li className="relative">
			<Link to={`/ru/games/${game.id}`} prefetch="intent" className="group block rounded-card">
				<span className="block transition-transform group-hover:-translate-y-1">
					<Cover
						id={game.id}
						title={game.title}
						logo={game.logo}
						sizes="(max-width: 760px) 31vw, (max-width: 1024px) 23vw, 190px"
						priority={priority}
					/>
				</span>
				<span className="mt-2.5 block text-sm font-semibold md:text-base">{game.title}</span>
				<span className="block text-sm text-muted">
					{!game.isActive
						? m['home.game_closed']()
						: game.priceFrom && m['price.from']({ price: showPrice(game.priceFrom, currency) })}
				</span>
				{game.discountPercent > 0 && <Sticker>{formatDiscount(game.discountPercent)}</Sticker>}
			</Link>
		</li>
	)
}
