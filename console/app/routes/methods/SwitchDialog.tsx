import type { ActionDone, MethodRow } from '@larek/api/admin/types.gen.ts'
import * as z from 'zod/mini'
import { rules } from '~/features/actions/spec.ts'
import { ActionDialog } from '~/kit/ActionDialog.tsx'
import { OptionField } from '~/kit/fields.tsx'
import { Note } from '~/kit/states.tsx'
import { m } from '~/paraglide/messages.js'
import { methodKeys, sendSwitch } from './queries.ts'
import { switchReasons } from './switchReasons.ts'

const insisting = z.object({ even_last: rules.agreed })

/** Switching on what the shop paused forbids it to do so again. */
const onWords = ({ pause }: MethodRow) => [m['methods.on_1'](), ...(pause ? [m['methods.on_kept']()] : [])]

interface SwitchDialogProps {
	row: MethodRow
	country: string
	onClose: () => void
}

/** Switches a method off or on. Without the last one of a country nothing is left to pay by, so that is asked twice. */
export function SwitchDialog({ row, country, onClose }: SwitchDialogProps) {
	const { isActive: off, isLast } = row
	return (
		<ActionDialog<{ even_last?: boolean }, ActionDone>
			open
			bad={off}
			onClose={onClose}
			title={off ? m['methods.off_of']({ title: row.title }) : m['methods.on_of']({ title: row.title })}
			subtitle={country}
			consequences={off ? [m['methods.off_1'](), m['methods.off_2']()] : onWords(row)}
			reasons={switchReasons()}
			schema={off && isLast ? (insisting as never) : undefined}
			submit={off ? m['methods.switch_off']() : m['methods.switch_on']()}
			done={({ message }) => message}
			run={({ reason, even_last }, key) =>
				sendSwitch(row.id, { version: row.version, off, evenLast: even_last === true, reason }, key)
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
