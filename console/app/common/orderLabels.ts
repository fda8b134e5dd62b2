// States of orders, units and refunds in the words and colours operators know them by.
import { messageByKey } from '@larek/shared/messageByKey.ts'
import type { Tone } from '~/kit/Pill.tsx'
import { m } from '~/paraglide/messages.js'

const statusLabels: Record<string, () => string> = {
	created: m['status.created'],
	waiting_for_payment: m['status.waiting_for_payment'],
	paid: m['status.paid'],
	sending: m['status.sending'],
	sent: m['status.sent'],
	done: m['status.done'],
	failed: m['status.failed'],
}
const statusTones: Record<string, Tone> = { paid: 'note', sending: 'note', sent: 'note', done: 'good', failed: 'bad' }

export const statusLabel = (status: string) => messageByKey(statusLabels, status)
export const statusTone = (status: string): Tone => statusTones[status] ?? 'plain'
export const statusOptions = Object.keys(statusLabels).map((value) => ({ value, label: statusLabel(value) }))

const unitLabels: Record<string, () => string> = {
	waiting: m['unit.waiting'],
	placed: m['unit.placed'],
	unknown: m['unit.unknown'],
	delivered: m['unit.delivered'],
	wrong_details: m['unit.wrong_details'],
	queued: m['unit.queued'],
	failed: m['unit.failed'],
	refunded: m['unit.refunded'],
}
const unitTones: Record<string, Tone> = {
	waiting: 'note',
	placed: 'note',
	unknown: 'soon',
	delivered: 'good',
	wrong_details: 'bad',
	queued: 'soon',
	failed: 'bad',
}

export const unitLabel = (state: string) => messageByKey(unitLabels, state)
export const unitTone = (state: string): Tone => unitTones[state] ?? 'plain'

const nextLabels: Record<string, () => string> = {
	pay: m['next_action.pay'],
	deliver: m['next_action.deliver'],
	correct: m['next_action.correct'],
	operator: m['next_action.operator'],
}

/** Who acts next, in a word. */
export const nextLabel = (action: string) => messageByKey(nextLabels, action)
export const nextOptions = Object.keys(nextLabels).map((value) => ({ value, label: nextLabel(value) }))

const kindLabels: Record<string, () => string> = {
	supply_channel: m['order_kind.supply_channel'],
	pubg: m['order_kind.pubg'],
	standoff: m['order_kind.standoff'],
	steam: m['order_kind.steam'],
	rokky: m['order_kind.rokky'],
}
export const kindOptions = Object.keys(kindLabels).map((value) => ({ value, label: messageByKey(kindLabels, value) }))

const refundLabels: Record<string, () => string> = {
	waiting_second: m['refund_status.waiting_second'],
	declined: m['refund_status.declined'],
	expired: m['refund_status.expired'],
	pending: m['refund_status.pending'],
	sent: m['refund_status.sent'],
	unknown: m['refund_status.unknown'],
	refused: m['refund_status.refused'],
	manual: m['refund_status.manual'],
	done: m['refund_status.done'],
	covered: m['refund_status.covered'],
}
const refundTones: Record<string, Tone> = {
	waiting_second: 'soon',
	pending: 'note',
	sent: 'note',
	unknown: 'soon',
	refused: 'bad',
	manual: 'soon',
	done: 'good',
	covered: 'good',
}

export const refundLabel = (status: string) => messageByKey(refundLabels, status)
export const refundTone = (status: string): Tone => refundTones[status] ?? 'plain'
export const refundOptions = Object.keys(refundLabels).map((value) => ({ value, label: refundLabel(value) }))
