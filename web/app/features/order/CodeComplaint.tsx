import { useId } from 'react'
import { useFetcher } from 'react-router'
import { Button } from '~/components/Button.tsx'
import type { CodeReport, OrderView } from '~/entities/order/orderView.ts'
import { m } from '~/paraglide/messages.js'
import { OrderFields } from './OrderFields.tsx'
import type { OrderActionResult } from './submitOrderPage.ts'

const states = {
	open: m['order_page.complaint.open'],
	replaced: m['order_page.complaint.replaced'],
	refunded: m['order_page.complaint.refunded'],
	rejected: m['order_page.complaint.rejected'],
}

/** Says that a code does not work, and what became of that. */
export default function CodeComplaint({ order, report }: { order: OrderView; report: CodeReport }) {
	const { state, answer } = report
	return (
		<div className="grid gap-1 text-sm">
			{state && (
				<p role="status" className={state === 'rejected' ? 'text-fore' : 'text-mint'}>
					{answer ? m['order_page.complaint.answer']({ answer }) : states[state]()}
				</p>
			)}
			{state !== 'open' && state !== 'refunded' && <ComplaintForm order={order} report={report} />}
		</div>
	)
}

function ComplaintForm({ order, report }: { order: OrderView; report: CodeReport }) {
	const fetcher = useFetcher<OrderActionResult>()
	const id = useId()
	const error = fetcher.data?.complaint?.error ?? fetcher.data?.failed
	return (
		<details>
			<summary className="inline-flex min-h-11 cursor-pointer list-none items-center rounded-control text-muted underline underline-offset-3 hover:text-fore [&::-webkit-details-marker]:hidden">
				{m['order_page.complaint.say']()}
			</summary>
			<fetcher.Form method="post" className="grid gap-2.5 pb-2">
				<OrderFields order={order} intent="complaint" />
				<input type="hidden" name="code" value={report.id} />
				<input type="hidden" name="is_unit" value={String(report.isUnit)} />
				<label htmlFor={id} className="text-muted">
					{m['order_page.complaint.what']()}
				</label>
				<textarea id={id} name="text" rows={2} maxLength={500} className="control py-3" />
				<p role="alert" className={error ? 'text-coral' : 'sr-only'}>
					{error}
				</p>
				<Button type="submit" size="small" busy={fetcher.state !== 'idle'} className="justify-self-start">
					{m['order_page.complaint.send']()}
				</Button>
			</fetcher.Form>
		</details>
	)
}
