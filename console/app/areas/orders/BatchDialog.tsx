import type { BatchAction, BatchReport } from '@larek/api/admin/types.gen.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { reasonsOf } from '~/common/reasons.ts'
import { ActionDialog } from '~/kit/ActionDialog.tsx'
import { Button } from '~/kit/Button.tsx'
import { Dialog } from '~/kit/Dialog.tsx'
import { field, TextArea } from '~/kit/fields.tsx'
import { m } from '~/paraglide/messages.js'
import { type BatchRequestInput, sendBatch } from './listQueries.ts'

interface BatchDialogProps {
	action: BatchAction
	label: string
	orders: number[]
	onClose: () => void
	onDone: () => void
}

const schema = z.object({ text: z.string().check(z.trim(), z.maxLength(500)) })
const isNote = (action: BatchAction) => action === 'order.note'

/** Runs an action on each selected order: a dry run counts first, then the result of each is shown. */
export function BatchDialog({ action, label, orders, onClose, onDone }: BatchDialogProps) {
	const [report, setReport] = useState<BatchReport>()
	const send = (request: Omit<BatchRequestInput, 'action' | 'orders'>, key: string) =>
		sendBatch({ action, orders, ...request }, key)
	const preview = useQuery({
		queryKey: ['batch', action, orders],
		queryFn: () =>
			send(
				{ reason: { code: 'check', text: '' }, text: isNote(action) ? '—' : null, dryRun: true },
				crypto.randomUUID(),
			),
	})
	if (report) return <Report report={report} onClose={onClose} />
	const count = orders.length
	const able = preview.data?.done
	return (
		<ActionDialog
			open
			onClose={onClose}
			title={label}
			subtitle={m['kit.selected']({ count })}
			consequences={able === undefined ? [] : [m['orders.batch_able']({ able, count })]}
			schema={schema}
			defaults={{ text: '' }}
			reasons={reasonsOf('check', 'supplier_silent', 'buyer_asked')}
			submit={label}
			run={({ reason, text }, key) => send({ reason, text: isNote(action) ? text : null, dryRun: false }, key)}
			invalidate={[['orders'], ['queue']]}
			onDone={(answer) => {
				setReport(answer)
				onDone()
			}}
		>
			{(form) => isNote(action) && <TextArea label={m['action.note_text']()} {...field(form, 'text')} />}
		</ActionDialog>
	)
}

function Report({ report, onClose }: { report: BatchReport; onClose: () => void }) {
	const refused = report.rows.filter(({ done }) => !done)
	return (
		<Dialog
			open
			title={m['orders.batch_done']({ done: report.done, count: report.rows.length })}
			onClose={onClose}
			footer={<Button onClick={onClose}>{m['common.close']()}</Button>}
		>
			<ul className="grid gap-1">
				{refused.map(({ orderId, reason }) => (
					<li key={orderId}>
						<strong>{m['order.title']({ id: orderId })}</strong> {reason}
					</li>
				))}
			</ul>
		</Dialog>
	)
}
