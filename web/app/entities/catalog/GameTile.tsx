import { formatDiscount } from '@larek/shared/money.ts'
import { memo } from 'react'
import { Link } from 'react-router'
import { Sticker } from '~/components/Badge.tsx'
import { Cover } from '~/components/Cover.tsx'
import { shownPrice } from '~/lib/charge.ts'
import { useMarket } from '~/lib/market.ts'
import { gamePath } from '~/lib/paths.ts'
import { m } from '~/paraglide/messages.js'
import type { GameTileData } from './gameTiles.ts'

/** Kept while the page around it is rendered again: there are many of them, and each press of a link renders the page. */
export const GameTile = memo(function GameTile({ game, priority }: { game: GameTileData; priority: boolean }) {
	const market = useMarket()
	return (
		<li className="relative">
			<Link to={gamePath(game.id)} prefetch="intent" className="group block rounded-card">
				<span className="block transition-transform group-hover:-translate-y-1">
					<Cover
						id={game.id}
						title={game.title}
						logo={game.logo}
						sizes="(max-width: 760px) 31vw, (max-width: 1024px) 23vw, 190px"
						priority={priority}
					/>
				</span>
				{/* Room for two lines of a name: when the font comes, a name may need one more or less. */}
				<span className="mt-2.5 block min-h-[3lh] text-sm md:min-h-0">
					<span className="line-clamp-2 font-semibold md:text-base">{game.title}</span>
					<span className="block text-muted">
						{!game.isActive
							? m['home.game_closed']()
							: game.priceFrom && m['price.from']({ price: shownPrice(game.priceFrom, market) })}
					</span>
				</span>
				{game.discountPercent > 0 && (
					<Sticker>
						<span>
							{m['price.up_to']()} <br />
							{formatDiscount(game.discountPercent)}
						</span>
					</Sticker>
				)}
			</Link>
		</li>
	)
})
