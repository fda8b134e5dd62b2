import type { StockCodeState, StockFault } from '@larek/api/admin/types.gen.ts'
import type { Tone } from '~/kit/Pill.tsx'
import type { Reason } from '~/kit/ReasonFields.tsx'
import { m } from '~/paraglide/messages.js'

export const faultLabels: Record<StockFault, () => string> = {
	format: () => m['stock.fault_format'](),
	expiry: () => m['stock.fault_expiry'](),
	repeated: () => m['stock.fault_repeated'](),
	known: () => m['stock.fault_known'](),
}

export const stateLabel: Record<StockCodeState, () => string> = {
	free: () => m['stock.state_free'](),
	reserved: () => m['stock.state_reserved'](),
	given: () => m['stock.state_given'](),
	void: () => m['stock.state_void'](),
	held: () => m['stock.state_held'](),
}

export const stateTones: Record<StockCodeState, Tone> = {
	free: 'good',
	reserved: 'note',
	given: 'plain',
	void: 'bad',
	held: 'note',
}

/** Red for less than two days, amber for less than a week. */
export function daysTone(days: number | null, free: number): Tone {
	if (free === 0) return 'bad'
	if (days === null) return 'plain'
	return days < 2 ? 'bad' : days < 7 ? 'soon' : 'good'
}

export const voidReasons = (): Reason[] => [
	{ code: 'stolen', label: m['stock.reason_stolen']() },
	{ code: 'supplier_recalled', label: m['stock.reason_recalled']() },
	{ code: 'loaded_by_mistake', label: m['stock.reason_mistake']() },
	{ code: 'other', label: m['stock.reason_other']() },
]

export const revealReasons = (): Reason[] => [
	{ code: 'complaint', label: m['stock.reason_complaint']() },
	{ code: 'supplier_asks', label: m['stock.reason_supplier']() },
	{ code: 'other', label: m['stock.reason_other']() },
]
