import type { Moment } from '~/entities/order/orderView.ts'
import { m } from '~/paraglide/messages.js'

const advice: Record<string, () => string> = {
	'payment.declined': m['pay_page.declined'],
	'payment.expired': m['pay_page.expired'],
	'payment.short': m['pay_page.short'],
}

/** How the last attempt ended, what it means for the money and what to do. */
export function Trouble({ event, refused }: { event: Moment | undefined; refused?: string }) {
	const next = event && advice[event.event]
	if (!next && !refused) return null
	return (
		<div role="alert" className="card mt-4 border-coral/60 p-4">
			{refused ? (
				<p>{refused}</p>
			) : (
				<>
					<p className="font-semibold">{event?.text}</p>
					<p className="mt-0.5 text-muted">{next?.()}</p>
				</>
			)}
		</div>
	)
}
