// The timeline as it is printed: what has happened, what is happening, what is still to come.
import { m } from '~/paraglide/messages.js'
import type { Moment, OrderView } from './orderView.ts'

export interface Step {
	key: string
	/** Absent for what has not happened yet. */
	at?: string
	text: string
	hint?: string
	mark: 'done' | 'bad' | 'note' | 'now' | 'next'
}

const bad = new Set([
	'payment.declined',
	'payment.expired',
	'payment.short',
	'details.needed',
	'delivery.refunded',
	'order.failed',
])
const notes = new Set([
	'payment.surplus',
	'payment.late',
	'refund.done',
	'refund.manual',
	'refund.redirected',
	'refund.outside',
	'refund.chargeback',
	'order.changed',
])
/** After these something is under way until the next one. */
const going = new Set(['payment.started', 'delivery.sending', 'details.needed'])

export const unpaid = (order: Pick<OrderView, 'status'>) =>
	order.status === 'created' || order.status === 'waiting_for_payment'
export const isFinal = ({ status }: Pick<OrderView, 'status'>) => status === 'done' || status === 'failed'
export const wasPaid = ({ status, timeline }: OrderView) =>
	(!unpaid({ status }) && status !== 'failed') || timeline.some(({ event }) => event === 'payment.received')

export function stepsOf(order: OrderView): Step[] {
	const steps = together(order).map(stepOf)
	if (isFinal(order)) return steps
	const last = steps.at(-1)
	const event = order.timeline.at(-1)?.event ?? ''
	if (last && going.has(event)) {
		last.mark = 'now'
		if (event !== 'details.needed') last.hint = hintOf(order)
	} else {
		const text = unpaid(order) ? m['order_page.step_pay']() : m['order_page.step_prepare']()
		steps.push({ key: 'now', text, mark: 'now', hint: unpaid(order) ? undefined : hintOf(order) })
	}
	return [...steps, { key: 'end', text: m['order_page.step_done'](), mark: 'next' }]
}

/** What happens to several goods at once is one step, and needs no names when it happens to all of them. */
function together({ timeline, lines }: OrderView): Moment[] {
	const groups: Moment[][] = []
	for (const moment of timeline) {
		const group = groups.at(-1)
		const isSame =
			moment.about && group?.[0]?.event === moment.event && group.every(({ about }) => about !== moment.about)
		if (isSame) group?.push(moment)
		else groups.push([moment])
	}
	return groups.map((group) => {
		const { about: _, ...last } = group.at(-1) as Moment
		if (group.length === lines.length) return last
		return { ...last, about: group.map(({ about }) => about).join(', ') }
	})
}

/** A lot is bought when the buyer has listed it, whenever that is. */
function hintOf(order: OrderView): string {
	return order.lot && !unpaid(order) ? m['order_page.usually_lot']() : m['order_page.usually']()
}

function stepOf({ at, event, text, about }: Moment, index: number): Step {
	const mark = bad.has(event) ? 'bad' : notes.has(event) ? 'note' : 'done'
	return { key: `${index} ${event}`, at, mark, text: about ? `${about}: ${lowered(text)}` : text }
}

function lowered(text: string): string {
	return text.charAt(0).toLowerCase() + text.slice(1)
}
