import { useEffect, useRef } from 'react'
import type { TimelineEvent } from '~/entities/order/orderView.ts'
import { m } from '~/paraglide/messages.js'

const advice: Record<string, () => string> = {
	'payment.part': m['pay_page.part'],
	'payment.declined': m['pay_page.declined'],
	'payment.expired': m['pay_page.expired'],
	'payment.short': m['pay_page.short'],
}

interface FailureProps {
	event: TimelineEvent | undefined
	/** What the shop itself answered to the last attempt. */
	refused: string | undefined
}

/** How the last attempt ended, what it means for the money and what to do. What comes while the page is open is shown. */
export function PaymentFailure({ event, refused }: FailureProps) {
	const box = useRef<HTMLDivElement>(null)
	const next = event && advice[event.event]
	const key = refused ?? (next && event.at)
	const seen = useRef(key)
	useEffect(() => {
		if (key && key !== seen.current) {
			box.current?.focus({ preventScroll: true })
			box.current?.scrollIntoView({ block: 'center' })
		}
		seen.current = key
	}, [key])
	return (
		<div
			ref={box}
			role="alert"
			tabIndex={-1}
			className={key ? 'card mt-4 border-coral/60 p-4 outline-none' : 'sr-only'}
		>
			{refused ? (
				<p>{refused}</p>
			) : (
				next && (
					<>
						<p className="font-semibold">{event.text}</p>
						<p className="mt-0.5 text-muted">{next()}</p>
					</>
				)
			)}
		</div>
	)
}
