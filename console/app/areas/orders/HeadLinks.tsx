import type { ConsoleOrder } from '@larek/api/admin/types.gen.ts'
import { Eye, Workflow } from 'lucide-react'
import { PrintButton } from '~/common/PrintButton.tsx'
import { buttonClass } from '~/kit/Button.tsx'
import { m } from '~/paraglide/messages.js'

/** The order as its buyer sees it, its workflow, and the order on paper. */
export function HeadLinks({ order }: { order: ConsoleOrder }) {
	const look = buttonClass({ size: 'small' }, 'max-md:hidden')
	return (
		<>
			{/* What the buyer's link shows: no code, no address. */}
			<a href={`/ru/orders/${order.hash}/details`} target="_blank" rel="noreferrer" className={look}>
				<Eye size={14} aria-hidden="true" />
				{m['order.as_buyer']()}
			</a>
			{order.links.historyUrl && (
				<a href={order.links.historyUrl} target="_blank" rel="noreferrer" className={look}>
					<Workflow size={14} aria-hidden="true" />
					{m['order.temporal']()}
				</a>
			)}
			<PrintButton />
		</>
	)
}
