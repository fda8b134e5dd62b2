import { formatMoney } from '@larek/shared/money.ts'
import type { OrderView, TimelineEvent } from '~/entities/order/orderView.ts'
import { lastPayment } from '~/entities/order/paymentState.ts'
import { unpaid, usualTime, wasPaid } from '~/entities/order/timelineSteps.ts'
import { m } from '~/paraglide/messages.js'

export interface Headline {
	title: string
	text?: string
	/** `wait` is for the shop, `pay`, `lot` and `act` for the buyer, `good` and `bad` are the end. */
	mood: 'wait' | 'pay' | 'lot' | 'act' | 'good' | 'bad'
}

/** The status of the order as a text, and what it means for the money. */
export function headlineOf(order: OrderView, now: number): Headline {
	const { status, lines, timeline, kind } = order
	if (unpaid(order)) return order.isPaymentActive ? toPay(order, now) : closed(order)
	if (lines.some((line) => line.status === 'incorrect-details')) {
		if (!order.isOwner) return { title: m['order_page.link.correct'](), mood: 'wait' }
		return { title: m['order_page.correct'](), text: m['order_page.correct_lead'](), mood: 'act' }
	}
	if (status === 'failed') {
		if (!wasPaid(order)) return closed(order)
		return { title: m['order_page.failed'](), text: moneyFate(order), mood: 'bad' }
	}
	const given = lines.filter((line) => line.status === 'completed').length
	const back = lines.filter((line) => line.status === 'refunded').length
	if (status === 'done' || status === 'sent') {
		const isPart = back > 0 || timeline.some(({ event }) => event === 'delivery.partly')
		if (isPart) return { title: m['order_page.done_partly'](), text: moneyFate(order), mood: 'good' }
		if (!order.isOwner) return { title: doneTitle(kind), mood: 'good' }
		const codes = lines.reduce((sum, line) => sum + line.codes.length, 0)
		const title = codes > 1 ? m['order_page.done_codes']() : codes === 1 ? codeTitle(kind) : doneTitle(kind)
		const text = order.belongsTo === 'account' ? m['order_page.done_text_account']() : m['order_page.done_text']()
		return { title, text, mood: 'good' }
	}
	if (order.heldUntil) return { title: m['order_page.held'](), text: m['order_page.held_text'](), mood: 'wait' }
	if (given > 0) return { title: m['order_page.partly'](), text: m['order_page.partly_text'](), mood: 'wait' }
	if (order.lot) return { title: m['order_page.lot_waiting'](), text: m['order_page.lot_waiting_text'](), mood: 'lot' }
	const title = status === 'sending' ? m['order_page.sending']() : m['order_page.paid']()
	return waiting(order, title, now)
}

const waiting = (order: OrderView, title: string, now: number): Headline => ({
	title,
	text: m['order_page.waiting_text']({ usually: usualTime(order, now) }),
	mood: 'wait',
})

/** An order that can be paid: what became of the last payment, and where its money is. */
function toPay(order: OrderView, now: number): Headline {
	const { state, event } = lastPayment(order)
	const what = event?.text ?? ''
	switch (state) {
		case 'started':
			return waiting(order, m['order_page.step_pay'](), now)
		case 'part':
			return { title: m['order_page.part'](), text: m['order_page.part_text']({ what }), mood: 'pay' }
		case 'short':
			return { title: m['order_page.part'](), text: m['order_page.pay_again']({ what: fate(order) }), mood: 'pay' }
		case 'late': {
			const title = fateOf(order)?.event === 'refund.done' ? m['order_page.is_back']() : m['order_page.back']()
			return { title, text: m['order_page.pay_again']({ what: fate(order) }), mood: 'pay' }
		}
		case 'declined':
			return { title: m['order_page.declined'](), text: m['order_page.declined_text'](), mood: 'pay' }
		case 'expired':
			return { title: m['order_page.expired'](), text: m['order_page.expired_text'](), mood: 'pay' }
		default:
			return { title: m['order_page.unpaid'](), mood: 'pay' }
	}
}

/** An order that was not paid in time; money that came all the same goes back. */
function closed(order: OrderView): Headline {
	const came = order.timeline.some(({ event }) => cameFor.has(event))
	return {
		title: m['order_page.closed'](),
		text: came ? `${fate(order)}.` : m['order_page.closed_text'](),
		mood: 'bad',
	}
}

const cameFor = new Set(['payment.short', 'payment.late', 'payment.surplus'])

/** The last word about money that came for nothing: that it goes back, or that it has. */
function fateOf({ timeline }: OrderView): TimelineEvent | undefined {
	return timeline.findLast(({ event }) => cameFor.has(event) || event.startsWith('refund.'))
}

const fate = (order: OrderView) => fateOf(order)?.text ?? ''

function codeTitle(kind: OrderView['kind']): string {
	return kind === 'RokkyOrder' ? m['order_page.done_key']() : m['order_page.done_code']()
}

function doneTitle(kind: OrderView['kind']): string {
	if (kind === 'SteamOrder') return m['order_page.done_steam']()
	return kind === 'StandoffOrder' ? m['order_page.done_gold']() : m['order_page.done']()
}

/** What the shop did with money it could not earn; the timeline has the exact sums. */
function moneyFate({ timeline, toPay, paid, status, refundTo }: OrderView): string {
	const refund = timeline.findLast(({ event }) => event.startsWith('refund.'))
	const isInside = refundTo === 'balance'
	// Wherever it goes then, its owner has agreed to it with an operator.
	if (refund && timeline.some(({ event }) => event === 'refund.redirected')) return `${refund.text}.`
	if (refund && isInside) return m['order_page.refund_inside']({ what: refund.text })
	if (refund) return m['order_page.refund_told']({ what: refund.text })
	if (status !== 'failed') return m['order_page.refund_part']()
	// Whoever holds the link is not told what its owner paid.
	const sum = formatMoney(paid?.amount ?? toPay, paid?.currency, { exact: true })
	return isInside ? m['order_page.refund_whole_inside']({ sum }) : m['order_page.refund_whole']({ sum })
}
