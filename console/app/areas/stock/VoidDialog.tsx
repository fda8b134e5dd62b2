import { ActionDialog } from '~/kit/ActionDialog.tsx'
import { m } from '~/paraglide/messages.js'
import { voidReasons } from './labels.ts'
import { sendVoid, stockKeys } from './queries.ts'

interface VoidDialogProps {
	what: 'code' | 'batch'
	id: number
	onClose: () => void
}

/** Takes a free code, or the free codes of a batch, out of the stock permanently. */
export function VoidDialog({ what, id, onClose }: VoidDialogProps) {
	return (
		<ActionDialog
			open
			bad
			title={what === 'code' ? m['stock.void_of']({ id }) : m['stock.void_batch_of']({ id })}
			consequences={
				what === 'code'
					? [m['stock.void_one'](), m['stock.void_counts']()]
					: [m['stock.void_means'](), m['stock.void_kept'](), m['stock.void_counts']()]
			}
			reasons={voidReasons()}
			submit={m['stock.void']()}
			done={m['stock.voided']()}
			onClose={onClose}
			run={({ reason }, key) => sendVoid(what, id, reason, key)}
			invalidate={[stockKeys.all]}
		/>
	)
}
