import { Field } from '~/components/Field.tsx'
import { Select } from '~/components/Select.tsx'
import { m } from '~/paraglide/messages.js'
import type { DraftField } from './draft.ts'
import type { OrderView } from './orderView.ts'

interface DetailsFieldsProps {
	order: OrderView
	/** Of its game, if one has to be chosen. */
	servers: Array<{ id: number; name: string }>
	errors: Partial<Record<DraftField, string>>
	steamHint?: string
}

/** The delivery details of an order, to be changed: which fields there are depends on its kind. */
export function DetailsFields({ order, servers, errors, steamHint }: DetailsFieldsProps) {
	const draft = order.again?.draft ?? {}
	const text = (name: DraftField, label: string, hint?: string) => (
		<Field
			name={name}
			label={label}
			hint={hint}
			defaultValue={draft[name]}
			error={errors[name]}
			autoComplete="off"
			autoCapitalize="off"
			spellCheck={false}
			maxLength={128}
			required
		/>
	)
	switch (order.kind) {
		case 'MooGoldOrder':
			return (
				<>
					{text('supplyUserId', m['order_form.user_id']())}
					{servers.length > 0 && (
						<Select name="server" label={m['order_form.server']()} defaultValue={draft.server} error={errors.server}>
							{servers.map(({ id, name }) => (
								<option key={id} value={id}>
									{name}
								</option>
							))}
						</Select>
					)}
					{draft.serverCustom && text('serverCustom', m['order_form.server_custom']())}
				</>
			)
		case 'StandoffOrder':
			return text('gameAccountId', m['order_form.account_id']())
		case 'SteamOrder':
			return text('steamAccountId', m['order_form.steam_login'](), steamHint)
		default:
			return null
	}
}
