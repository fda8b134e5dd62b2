import { SpecDialog } from '~/common/SpecDialog.tsx'
import { m } from '~/paraglide/messages.js'
import { refundAction } from './actionButtons.ts'
import { runs, type Subject } from './orderActions.ts'
import { orderSpecs } from './orderSpecs.ts'
import { RefundDialog } from './RefundDialog.tsx'

/** The dialog of an action on an order. It sends the version it was opened with, so that the server rejects a stale one. */
export function OrderAction({ name, subject, onClose }: { name: string; subject: Subject; onClose: () => void }) {
	const { id } = subject.order
	if (name === refundAction) return <RefundDialog order={id} onClose={onClose} />
	const spec = orderSpecs[name]
	const run = runs[name]
	if (!spec || !run) return null
	return (
		<SpecDialog
			spec={spec}
			subject={subject}
			subtitle={m['order.title']({ id })}
			onClose={onClose}
			version={subject.actions.version}
			run={(values, key, version = '') => run({ ...subject, actions: { ...subject.actions, version } }, values, key)}
			invalidate={[['orders'], ['queue']]}
		/>
	)
}
