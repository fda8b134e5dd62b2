import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { IconButton } from '~/components/IconButton.tsx'
import type { Draft } from '~/entities/order/draft.ts'
import { readPlayers, removePlayer } from '~/entities/order/players.ts'
import { m } from '~/paraglide/messages.js'
import { accountRows } from './confirmationRows.ts'
import type { LastOrder } from './fetchLastOrder.ts'
import type { Fields } from './fields.ts'
import type { OrderGame } from './game.ts'

interface SavedPlayersProps {
	game: OrderGame
	fields: Fields
	last: LastOrder | null
	isSignedIn: boolean
}

/** Accounts ordered for before, one tap each: of this browser for a guest, of the account otherwise. */
export default function SavedPlayers({ game, fields, last, isSignedIn }: SavedPlayersProps) {
	const [local, setLocal] = useState<Draft[]>([])
	useEffect(() => setLocal(readPlayers(game.id)), [game.id])
	const players = isSignedIn ? (last?.players ?? []) : local
	if (players.length === 0) return null
	return (
		<div className="-mt-1 md:col-span-2">
			<p id="saved-players" className="mb-1.5 text-sm text-muted">
				{m['order_form.players']()}
			</p>
			<ul aria-labelledby="saved-players" className="flex flex-wrap gap-2">
				{players.map((player) => {
					const label = accountRows(game, player)
						.map(({ value }) => value)
						.join(' · ')
					return (
						<li key={label} className="flex max-w-full rounded-control border border-line bg-shelf text-sm">
							<button
								type="button"
								aria-label={m['order_form.player_use']({ player: label })}
								onClick={() => fields.fill(player)}
								className="min-h-11 min-w-0 truncate rounded-control px-3.5 font-semibold hover:bg-line"
							>
								{label}
							</button>
							{!isSignedIn && (
								<IconButton
									label={m['order_form.player_remove']({ player: label })}
									onClick={() => {
										removePlayer(game.id, player)
										setLocal(readPlayers(game.id))
									}}
								>
									<X size={16} aria-hidden="true" />
								</IconButton>
							)}
						</li>
					)
				})}
			</ul>
		</div>
	)
}
