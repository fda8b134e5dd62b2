// What became of the payment that was started last, from the timeline.
import type { OrderView, TimelineEvent } from './orderView.ts'

/** `part`: some of it has come and the rest is awaited. `short`: some of it came and goes back. */
export type PaymentState = 'none' | 'started' | 'part' | 'declined' | 'expired' | 'short' | 'late'

export interface LastPayment {
	state: PaymentState
	/** The event that says it. */
	event: TimelineEvent | undefined
}

const states: Record<string, PaymentState> = {
	'payment.started': 'started',
	'payment.part': 'part',
	'payment.declined': 'declined',
	'payment.expired': 'expired',
	'payment.short': 'short',
	'payment.late': 'late',
	'payment.surplus': 'late',
}

export function lastPayment({ timeline }: Pick<OrderView, 'timeline'>): LastPayment {
	const began = timeline.findLastIndex(({ event }) => event === 'payment.started')
	const since = timeline.slice(Math.max(began, 0)).filter(({ event }) => states[event] !== undefined)
	// Money that came and goes back is more than the end of the time it had.
	const event = since.findLast((one) => one.event === 'payment.short') ?? since.at(-1)
	return { state: (event && states[event.event]) ?? 'none', event }
}
