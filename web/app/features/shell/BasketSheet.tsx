import { getGame } from '@larek/api/store/sdk.gen.ts'
import type { GameDetail } from '@larek/api/store/types.gen.ts'
import type { Minor } from '@larek/shared/money.ts'
import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { call } from '~/api/browser.ts'
import { ButtonLink } from '~/components/Button.tsx'
import { Dialog } from '~/components/Dialog.tsx'
import { IconButton } from '~/components/IconButton.tsx'
import { Skeleton } from '~/components/Skeleton.tsx'
import { cartLines, cartTotal, restore } from '~/entities/cart/cart.ts'
import { setCartQuantity, useCarts } from '~/entities/cart/cartStore.ts'
import { shownPrice } from '~/lib/charge.ts'
import { useMarket } from '~/lib/market.ts'
import { gamePath } from '~/lib/paths.ts'
import { productTitle } from '~/lib/productTitle.ts'
import { m } from '~/paraglide/messages.js'
import { EmptyBasket } from './EmptyBasket.tsx'

/** The basket, game by game: each game is an order of its own. */
export default function BasketSheet({ onClose }: { onClose: () => void }) {
	const carts = useCarts()
	const games = useGames(Object.keys(carts).map(Number))
	const filled = (games ?? [])
		.map((game) => ({ game, lines: cartLines(game.products, restore(carts[game.id], game)) }))
		.filter(({ lines }) => lines.length > 0)
	return (
		<Dialog open title={m['cart.title']()} onClose={onClose}>
			{games === undefined && <Skeleton className="h-40" />}
			{games && filled.length === 0 && <EmptyBasket onGo={onClose} />}
			<ul className="grid grid-cols-1 gap-5">
				{filled.map(({ game, lines }) => (
					<li key={game.id}>
						<GameLines game={game} lines={lines} isOnly={filled.length === 1} onGo={onClose} />
					</li>
				))}
			</ul>
			{filled.length > 1 && <p className="mt-4 text-sm text-muted">{m['cart.apart']()}</p>}
		</Dialog>
	)
}

interface GameLinesProps {
	game: GameDetail
	lines: ReturnType<typeof cartLines<GameDetail['products'][number]>>
	isOnly: boolean
	onGo: () => void
}

function GameLines({ game, lines, isOnly, onGo }: GameLinesProps) {
	const market = useMarket()
	const show = (sum: Minor) => shownPrice(sum, market)
	return (
		<>
			<h3>{game.title}</h3>
			<ul className="mb-3 divide-y divide-line">
				{lines.map(({ product, quantity, price }) => (
					<li key={product.id} className="flex items-center gap-3 py-1">
						<span className="min-w-0 flex-1">
							{productTitle(product.title)} {`×\u00a0${quantity}`}
						</span>
						<b className="whitespace-nowrap">{show(quantity * price)}</b>
						<IconButton
							label={m['cart.remove']({ title: product.title })}
							onClick={() => setCartQuantity(game.id, product.id, 0)}
							className="-mr-3 text-muted hover:bg-shelf hover:text-fore"
						>
							<X size={18} aria-hidden="true" />
						</IconButton>
					</li>
				))}
			</ul>
			<ButtonLink look={isOnly ? 'lamp' : 'ghost'} wide to={gamePath(game.id)} onClick={onGo}>
				{m['cart.go']({ sum: show(cartTotal(lines)) })}
			</ButtonLink>
		</>
	)
}

/** The games of the basket as they are sold now; one that does not answer is left out. */
function useGames(ids: number[]): GameDetail[] | undefined {
	const [games, setGames] = useState<GameDetail[]>()
	// Only those at the start: taking things out asks for nothing.
	const [first] = useState(ids)
	useEffect(() => {
		const asked = first.map((id) => call(getGame, { path: { id } }).catch(() => null))
		Promise.all(asked).then((all) => setGames(all.filter((game) => game !== null)))
	}, [first])
	return games
}
