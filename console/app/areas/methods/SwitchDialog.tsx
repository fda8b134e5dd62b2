import type { ActionDone, MethodRow } from '@larek/api/admin/types.gen.ts'
import * as z from 'zod/mini'
import { rules } from '~/common/SpecDialog.tsx'
import { ActionDialog } from '~/kit/ActionDialog.tsx'
import { OptionField } from '~/kit/fields.tsx'
import { Note } from '~/kit/states.tsx'
import { m } from '~/paraglide/messages.js'
import { methodKeys, sendKeep, sendSwitch } from './queries.ts'

const insisting = z.object({ even_last: rules.mustAccept })

/** Switching on a method that the shop paused prevents another automatic pause. */
const onLabel = ({ pause }: MethodRow) => [m['methods.on_1'](), ...(pause ? [m['methods.on_kept']()] : [])]

interface SwitchDialogProps {
	row: MethodRow
	country: string
	onClose: () => void
}

/** Switches a method off or on. Switching off the last method of a country needs a second confirmation. */
export function SwitchDialog({ row, country, onClose }: SwitchDialogProps) {
	const { isActive: off, isLast } = row
	return (
		<ActionDialog<{ even_last?: boolean }, ActionDone>
			open
			bad={off}
			onClose={onClose}
			title={off ? m['methods.off_of']({ title: row.title }) : m['methods.on_of']({ title: row.title })}
			subtitle={country}
			consequences={off ? [m['methods.off_1'](), m['methods.off_2']()] : onLabel(row)}
			reasons={switchReasons()}
			schema={off && isLast ? insisting : undefined}
			submit={off ? m['methods.switch_off']() : m['methods.switch_on']()}
			done={({ message }) => message}
			version={row.version}
			run={({ reason, even_last }, key, version) =>
				sendSwitch(row.id, { version, off, evenLast: even_last === true, reason }, key)
			}
			invalidate={[methodKeys.all]}
		>
			{({ register, formState: { errors } }) =>
				off && isLast ? (
					<div className="grid gap-2">
						<Note tone="bad">{m['methods.last']({ country })}</Note>
						<OptionField
							type="checkbox"
							label={m['methods.even_last']()}
							hint={errors.even_last?.message}
							{...register('even_last')}
						/>
					</div>
				) : null
			}
		</ActionDialog>
	)
}

/** Why a method is switched off or on. */
export const switchReasons = () => [
	{ code: 'fails', label: m['methods.reason_fails']() },
	{ code: 'repaired', label: m['methods.reason_repaired']() },
	{ code: 'contract', label: m['methods.reason_contract']() },
	{ code: 'other', label: m['reason.other']() },
]

const isKept = ({ pause }: MethodRow) => pause?.state === 'kept'

export const keepTitle = (row: MethodRow) =>
	isKept(row) ? m['methods.watch_of']({ title: row.title }) : m['methods.keep_of']({ title: row.title })

interface KeepDialogProps {
	row: MethodRow
	country: string
	onClose: () => void
}

/** Switches the automatic pause of a failing method off or on. */
export function KeepDialog({ row, country, onClose }: KeepDialogProps) {
	const keep = !isKept(row)
	return (
		<ActionDialog<object, ActionDone>
			open
			onClose={onClose}
			title={keepTitle(row)}
			subtitle={country}
			consequences={keep ? [m['methods.keep_1'](), m['methods.keep_2']()] : [m['methods.watch_1']()]}
			reasons={switchReasons()}
			submit={keep ? m['methods.keep']() : m['methods.watch']()}
			done={({ message }) => message}
			version={row.version}
			run={({ reason }, key, version) => sendKeep(row.id, { version, keep, reason }, key)}
			invalidate={[methodKeys.all]}
		/>
	)
}
