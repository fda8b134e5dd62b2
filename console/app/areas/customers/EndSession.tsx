import type { CustomerSession } from '@larek/api/admin/types.gen.ts'
import { reasonsOf } from '~/common/reasons.ts'
import { ActionDialog } from '~/kit/ActionDialog.tsx'
import { m } from '~/paraglide/messages.js'
import { customerKeys, signOut } from './queries.ts'

interface EndSessionProps {
	id: number
	session: CustomerSession
	onClose: () => void
}

/** Signs a buyer out of one device; the others stay. */
export function EndSession({ id, session, onClose }: EndSessionProps) {
	return (
		<ActionDialog<object, unknown>
			open
			onClose={onClose}
			title={m['customers.end_session_of']({ device: session.device })}
			consequences={[m['customers.end_session_1']()]}
			reasons={reasonsOf('buyer_asked', 'fraud')}
			submit={m['customers.end_session']()}
			done={m['customers.done']()}
			run={({ reason }, key) => signOut(id, session.name, reason, key)}
			invalidate={[customerKeys.all]}
		/>
	)
}
