import type { ActionDone, MethodRow } from '@larek/api/admin/types.gen.ts'
import { ActionDialog } from '~/kit/ActionDialog.tsx'
import { m } from '~/paraglide/messages.js'
import { methodKeys, sendKeep } from './queries.ts'
import { switchReasons } from './switchReasons.ts'

const isKept = ({ pause }: MethodRow) => pause?.state === 'kept'

export const keepTitle = (row: MethodRow) =>
	isKept(row) ? m['methods.watch_of']({ title: row.title }) : m['methods.keep_of']({ title: row.title })

interface KeepDialogProps {
	row: MethodRow
	country: string
	onClose: () => void
}

/** Forbids the shop to pause a method that fails, or lets it again. */
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
			run={({ reason }, key) => sendKeep(row.id, { version: row.version, keep, reason }, key)}
			invalidate={[methodKeys.all]}
		/>
	)
}
