// The timeline as it is printed: what has happened, what is happening, what is still to come.
import { m } from '~/paraglide/messages.js'
import type { OrderView, TimelineEvent } from './orderView.ts'

export interface TimelineStep {
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
	'payment.part',
	'payment.surplus',
	'payment.late',
	'refund.done',
	'refund.manual',
	'refund.redirected',
	'refund.outside',
	'refund.chargeback',
	'order.changed',
	'code.reported',
	'code.replaced',
	'code.checked',
])
/** After these a step is in progress until the next event. */
const going = new Set([
	'payment.started',
	'payment.part',
	'delivery.sending',
	'delivery.held',
	'delivery.paused',
	'details.needed',
])
/** These say what the shop waits for; they are no steps any more once another event follows. */
const waits = new Set(['payment.started', 'delivery.held', 'delivery.paused'])
/** For these no usual time is shown. */
const withoutHint = new Set(['details.needed', 'delivery.held', 'delivery.paused'])

export const unpaid = (order: Pick<OrderView, 'status'>) =>
	order.status === 'created' || order.status === 'waiting_for_payment'
export const isFinal = ({ status }: Pick<OrderView, 'status'>) => status === 'done' || status === 'failed'
export const wasPaid = ({ status, timeline }: OrderView) =>
	(!unpaid({ status }) && status !== 'failed') || timeline.some(({ event }) => event === 'payment.received')

export function stepsOf(order: OrderView, now: number): TimelineStep[] {
	const steps = mergeEvents(order).filter(isStep).map(stepOf)
	if (isFinal(order)) return steps
	const last = steps.at(-1)
	const event = order.timeline.at(-1)?.event ?? ''
	if (last && going.has(event)) {
		last.mark = 'now'
		if (order.lot && event === 'delivery.sending') last.text = m['order_page.lot_waiting']()
		if (!withoutHint.has(event)) last.hint = usualTime(order, now)
	} else {
		const text = unpaid(order) ? m['order_page.step_pay']() : m['order_page.step_prepare']()
		steps.push({ key: 'now', text, mark: 'now', hint: unpaid(order) ? undefined : usualTime(order, now) })
	}
	return [...steps, { key: 'end', text: m['order_page.step_done'](), mark: 'next' }]
}

function isStep({ event }: TimelineEvent, at: number, all: TimelineEvent[]): boolean {
	return !waits.has(event) || at === all.length - 1
}

/** What happens to several goods at once is one step, and needs no names when it happens to all of them. */
function mergeEvents({ timeline, lines }: OrderView): TimelineEvent[] {
	const groups: TimelineEvent[][] = []
	for (const event of timeline) {
		const group = groups.at(-1)
		const isSame = event.about && group?.[0]?.event === event.event && group.every(({ about }) => about !== event.about)
		if (isSame) group?.push(event)
		else groups.push([event])
	}
	return groups.map((group) => {
		const { about: _, ...last } = group.at(-1) as TimelineEvent
		if (group.length === lines.length) return last
		return { ...last, about: group.map(({ about }) => about).join(', ') }
	})
}

/** A usual delivery time: its text, and its minutes. */
type Term = [text: () => string, minutes: number]

const usually: Record<OrderView['kind'], Term> = {
	PUBGOrder: [m['order_page.usually'], 1],
	RokkyOrder: [m['order_page.usually_gift'], 2],
	SteamOrder: [m['order_page.usually_steam'], 5],
	MooGoldOrder: [m['order_page.usually_supply'], 30],
	// The time begins when the buyer lists the skin, which nobody reports.
	StandoffOrder: [m['order_page.usually_lot'], Infinity],
}

/** How long what goes on now usually takes, or that it takes longer: a payment by its method, a delivery by its goods. */
export function usualTime(order: OrderView, now: number): string {
	const [text, minutes] = unpaid(order) ? paymentTerm(order.quote?.method) : usually[order.kind]
	const since = Date.parse(order.timeline.at(-1)?.at ?? '')
	return now - since > minutes * 60_000 ? m['order_page.usually_over']() : text()
}

/** Card numbers, terminals and phone bills are paid by hand. Others have time for the bank's own page. */
function paymentTerm(method = ''): Term {
	return method.startsWith('payin_') ? [m['order_page.usually_transfer'], 15] : [m['order_page.usually'], 5]
}

function stepOf({ at, event, text, about }: TimelineEvent, index: number, all: TimelineEvent[]): TimelineStep {
	const mark = bad.has(event) ? 'bad' : notes.has(event) ? 'note' : 'done'
	// A step that is followed by another one is not in progress any more.
	const isOver = event === 'delivery.sending' && index < all.length - 1
	const words = isOver ? m['order_page.step_sent']() : text
	return { key: `${index} ${event}`, at, mark, text: about ? `${about}: ${lowered(words)}` : words }
}

function lowered(text: string): string {
	return text.charAt(0).toLowerCase() + text.slice(1)
}
