import { useHydrated } from '@larek/shared/now.ts'
import { Suspense } from 'react'
import { Field } from '~/components/Field.tsx'
import { Select } from '~/components/Select.tsx'
import type { DraftField } from '~/entities/order/draft.ts'
import { lazyPart } from '~/lib/lazyPart.ts'
import { m } from '~/paraglide/messages.js'
import type { LastOrder } from './fetchLastOrder.ts'
import type { FieldProps, Fields } from './fields.ts'
import { GameAvatarField } from './GameAvatarField.tsx'
import type { OrderGame } from './game.ts'
import type { Player } from './usePlayer.ts'
import { WhereToFind } from './WhereToFind.tsx'

// Known to the browser alone, so never part of the page as it comes.
const SavedPlayers = lazyPart(() => import('./SavedPlayers.tsx'), { ahead: true })
const PasteButton = lazyPart(() => import('./PasteButton.tsx'), { ahead: true })

interface AccountProps {
	game: OrderGame
	fields: Fields
	last: LastOrder | null
	player: Player
	isSignedIn: boolean
}

const free = { autoComplete: 'off', autoCapitalize: 'off', spellCheck: false, required: false }

/** Whose account it is: what is asked depends on the kind of game, and for codes nothing is. */
export function AccountFields({ game, fields, last, player, isSignedIn }: AccountProps) {
	const players = useHydrated() && (
		<Suspense fallback={null}>
			<SavedPlayers game={game} fields={fields} last={last} isSignedIn={isSignedIn} />
		</Suspense>
	)
	switch (game.resourcetype) {
		case 'SupplyGame':
			return (
				<>
					{players}
					<SupplyFields game={game} fields={fields} player={player} />
				</>
			)
		case 'StandoffGame':
			return (
				<>
					{players}
					<Field
						{...free}
						{...fields.field('gameAccountId')}
						label={m['order_form.account_id']()}
						aside={<WhereToFind game={game} />}
						action={<Paste fields={fields} name="gameAccountId" />}
						inputMode="numeric"
						maxLength={64}
					/>
					<GameAvatarField fields={fields} last={last} />
				</>
			)
		case 'Steam':
			return (
				<>
					{players}
					<Field
						{...free}
						{...withPlayer(fields.field('steamAccountId'), player)}
						label={m['order_form.steam_login']()}
						hint={m['order_form.steam_login_hint']()}
						aside={<WhereToFind game={game} />}
						action={<Paste fields={fields} name="steamAccountId" />}
						maxLength={64}
					/>
				</>
			)
		default:
			return null
	}
}

function SupplyFields({ game, fields, player }: Pick<AccountProps, 'game' | 'fields' | 'player'>) {
	return (
		<>
			<Field
				{...free}
				{...withPlayer(fields.field('supplyUserId'), player)}
				label={m['order_form.user_id']()}
				aside={<WhereToFind game={game} />}
				action={<Paste fields={fields} name="supplyUserId" />}
				inputMode={isNumericId(game) ? 'numeric' : undefined}
				maxLength={128}
			/>
			{game.isServerNeeded && game.servers.length > 0 && (
				<Select {...fields.field('server')} label={m['order_form.server']()}>
					<option value="">{m['order_form.server_choose']()}</option>
					{game.servers.map((server) => (
						<option key={server.id} value={server.id}>
							{server.name}
						</option>
					))}
				</Select>
			)}
			{game.isServerNeeded && game.servers.length === 0 && (
				<Field
					{...free}
					{...fields.field('serverCustom')}
					label={m['order_form.server_custom']()}
					aside={<WhereToFind game={game} />}
					inputMode={isNumericId(game) ? 'numeric' : undefined}
					maxLength={128}
				/>
			)}
		</>
	)
}

function Paste(props: { fields: Fields; name: DraftField }) {
	return (
		useHydrated() && (
			<Suspense fallback={null}>
				<PasteButton {...props} />
			</Suspense>
		)
	)
}

/** Whose account it is; that there is none is an error of the form. */
function withPlayer(field: FieldProps, { state, name }: Player) {
	if (state !== 'found') return field
	return { ...field, good: name ? m['order_form.player']({ name }) : m['order_form.player_found']() }
}

/** Tags and nicknames need letters; the operator's hint says when an id is a number. */
const isNumericId = ({ idHint }: OrderGame) => /\bUID\b|цифр|число/.test(idHint)
