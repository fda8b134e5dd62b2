import { lazy, Suspense } from 'react'
import { Field } from '~/components/Field.tsx'
import { Select } from '~/components/Select.tsx'
import { Tooltip } from '~/components/Tooltip.tsx'
import { m } from '~/paraglide/messages.js'
import type { Fields } from './fields.ts'
import type { OrderGame } from './game.ts'
import type { LastOrder } from './useLastOrder.ts'

// Only one kind of game asks for a picture.
const Avatar = lazy(() => import('./GameAvatarField.tsx'))

interface AccountProps {
	game: OrderGame
	fields: Fields
	last: LastOrder | null
}

const free = { autoComplete: 'off', autoCapitalize: 'off', spellCheck: false, required: false }

/** Whose account it is: what is asked depends on the kind of game, and for codes nothing is. */
export function AccountFields({ game, fields, last }: AccountProps) {
	switch (game.resourcetype) {
		case 'SupplyGame':
			return <SupplyFields game={game} fields={fields} />
		case 'StandoffGame':
			return (
				<>
					<Field
						{...free}
						{...fields.field('gameAccountId')}
						label={m['order_form.account_id']()}
						aside={<Where label={m['order_form.user_id_where']()} text={game.idHint} />}
						inputMode="numeric"
						maxLength={64}
					/>
					<Suspense fallback={null}>
						<Avatar fields={fields} last={last} />
					</Suspense>
				</>
			)
		case 'Steam':
			return (
				<Field
					{...free}
					{...fields.field('steamAccountId')}
					label={m['order_form.steam_login']()}
					hint={m['order_form.steam_login_hint']()}
					aside={<Where label={m['order_form.steam_login_where']()} text={game.idHint} />}
					maxLength={64}
				/>
			)
		default:
			return null
	}
}

function SupplyFields({ game, fields }: Omit<AccountProps, 'last'>) {
	return (
		<>
			<Field
				{...free}
				{...fields.field('supplyUserId')}
				label={m['order_form.user_id']()}
				aside={<Where label={m['order_form.user_id_where']()} text={game.idHint} />}
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
					aside={<Where label={m['order_form.user_id_where']()} text={game.idHint} />}
					maxLength={128}
				/>
			)}
		</>
	)
}

function Where({ label, text }: { label: string; text: string }) {
	return text ? <Tooltip label={label}>{text}</Tooltip> : null
}
