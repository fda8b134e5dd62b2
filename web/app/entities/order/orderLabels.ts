import type { LineStatus, OrderStatus } from '@larek/api/store/types.gen.ts'
import { m } from '~/paraglide/messages.js'
import type { LineView, OrderView } from './orderView.ts'
import { unpaid } from './timelineSteps.ts'

const orderStatusLabels: Record<OrderStatus, () => string> = {
	created: m['order_page.status.created'],
	waiting_for_payment: m['order_page.status.waiting_for_payment'],
	paid: m['order_page.status.paid'],
	sending: m['order_page.status.sending'],
	sent: m['order_page.status.sent'],
	done: m['order_page.status.done'],
	failed: m['order_page.status.failed'],
}

/** Whether all that was paid has gone back. */
const isReturned = ({ paid }: OrderView) => !!paid && paid.refunded >= paid.amount

export const statusLabel = (order: OrderView): string =>
	isReturned(order) ? m['order_page.status.returned']() : orderStatusLabels[order.status]()

/** Green is for money that has come; nothing is lost where it went back. */
export function statusTone(order: OrderView): 'good' | 'bad' | 'plain' {
	if (unpaid(order) || isReturned(order)) return 'plain'
	return order.status === 'failed' ? 'bad' : 'good'
}

const lineStatusLabels: Record<LineStatus, () => string> = {
	processing: m['order_page.line.processing'],
	sending: m['order_page.status.sending'],
	completed: m['order_page.line.completed'],
	'incorrect-details': m['order_page.line.incorrect'],
	refunded: m['order_page.line.refunded'],
}

export const lineTones: Record<LineStatus, string> = {
	processing: 'text-muted',
	sending: 'text-lamp-text',
	completed: 'text-mint',
	'incorrect-details': 'text-coral',
	refunded: 'text-sky',
}

/** The status of the goods, in two words. */
export function lineStatusLabel({ lot }: OrderView, { status }: LineView): string {
	return lot && status === 'sending' ? m['order_page.line.lot']() : lineStatusLabels[status]()
}

/** The same in a sentence, with what it means for the buyer; the headline says it of a lot and of returned money, and what has arrived has its proof. */
export function lineStatusText(order: OrderView, { status, expects }: LineView): string | null {
	switch (status) {
		case 'sending':
			if (order.lot) return null
			return expects > 0 ? m['order_page.story.codes']() : m['order_page.story.sending']({ account: order.account })
		case 'incorrect-details':
			return m['order_page.story.incorrect']()
		case 'refunded':
			return m['order_page.story.refunded']()
		default:
			return null
	}
}

/** When the goods of a line arrived. */
export function arrivedAt({ timeline, lines }: OrderView, { id }: LineView): string | undefined {
	// A gift is no line of its order, and its event names none.
	return timeline.findLast(
		({ event, lineId }) =>
			(event === 'delivery.completed' || event === 'delivery.partly') && (lineId === id || lines.length === 1),
	)?.at
}

/** `QX7K-••••-••••-9TMB`: enough to distinguish codes, too little to use one. */
export function masked(code: string): string {
	const ends = code.length >= 12 ? 4 : 0
	return [...code]
		.map((char, at) => (/[\s-]/.test(char) || at < ends || at >= code.length - ends ? char : '•'))
		.join('')
}
