import type { ReactNode } from 'react'
import { Button } from '~/components/Button.tsx'
import { Dialog } from '~/components/Dialog.tsx'
import { m } from '~/paraglide/messages.js'

interface ConfirmDialogProps {
	/** Each with its name before it. */
	rows: Array<{ label: string; value: ReactNode }>
	total: string
	/** The fee within the total: `1,5 %`. */
	fee?: string
	/** Why the last attempt did not work. */
	failure?: string
	/** What to know before paying. */
	note?: string
	busy: boolean
	onGo: () => void
	onClose: () => void
}

/** The last look before anything is created. */
export function ConfirmDialog({ rows, total, fee, failure, note, busy, onGo, onClose }: ConfirmDialogProps) {
	return (
		<Dialog
			open
			title={m['order_form.confirm_title']()}
			onClose={onClose}
			footer={
				<>
					<Button onClick={onClose} className="px-3!">
						{m['order_form.confirm_change']()}
					</Button>
					<Button look="lamp" className="flex-1 px-2! min-[360px]:whitespace-nowrap" busy={busy} onClick={onGo}>
						{m['order_form.confirm_go']()}
					</Button>
				</>
			}
		>
			{failure ? (
				<p role="alert" className="mb-3 rounded-control border border-coral/60 p-3 text-sm">
					{failure}
				</p>
			) : (
				<p className="mb-3 text-sm text-muted">{m['order_form.confirm_text']()}</p>
			)}
			{note && <p className="mb-3 rounded-control border border-lamp-line/60 p-3 text-sm">{note}</p>}
			<dl className="divide-y divide-line">
				{rows.map(({ label, value }) => (
					<div key={label} className="grid grid-cols-[110px_1fr] gap-3 py-2.5">
						<dt className="text-sm text-muted">{label}</dt>
						<dd className="font-semibold whitespace-pre-line wrap-anywhere">{value}</dd>
					</div>
				))}
				<div className="grid grid-cols-[110px_1fr] items-baseline gap-3 pt-3">
					<dt className="text-sm text-muted">{m['order_form.receipt_total']()}</dt>
					<dd>
						<span className="text-xl font-extrabold">{total}</span>
						{fee && <span className="block text-sm text-muted">{m['order_form.fee_within']({ fee })}</span>}
					</dd>
				</div>
			</dl>
		</Dialog>
	)
}
