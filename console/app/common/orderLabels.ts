// Labels and colours of states of orders, units and refunds.

import { messageByKey } from '@larek/shared/messageByKey.ts'
import type { Tone } from '~/kit/Pill.tsx'
import { nextAction } from '~/paraglide/tables/next_action.ts'
import { orderKind } from '~/paraglide/tables/order_kind.ts'
import { refundStatus } from '~/paraglide/tables/refund_status.ts'
import { status } from '~/paraglide/tables/status.ts'
import { unit } from '~/paraglide/tables/unit.ts'

const statusLabels: Record<string, () => string> = status
const statusTones: Record<string, Tone> = { paid: 'note', sending: 'note', sent: 'note', done: 'good', failed: 'bad' }

export const statusLabel = (status: string) => messageByKey(statusLabels, status)
export const statusTone = (status: string): Tone => statusTones[status] ?? 'plain'
export const statusOptions = Object.keys(statusLabels).map((value) => ({ value, label: statusLabel(value) }))

const unitLabels: Record<string, () => string> = unit
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

const nextLabels: Record<string, () => string> = nextAction

/** Who acts next. */
export const nextLabel = (action: string) => messageByKey(nextLabels, action)
export const nextOptions = Object.keys(nextLabels).map((value) => ({ value, label: nextLabel(value) }))

const kindLabels: Record<string, () => string> = orderKind
export const kindOptions = Object.keys(kindLabels).map((value) => ({ value, label: messageByKey(kindLabels, value) }))

const refundLabels: Record<string, () => string> = refundStatus
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
