import { messageByKey } from '@larek/shared/messageByKey.ts'
import type { Reason } from '~/kit/ReasonFields.tsx'
import { m } from '~/paraglide/messages.js'

/** Reasons of actions; codes are for statistics, labels for people. */
const all = {
	supplier_silent: m['reason.supplier_silent'],
	not_deliverable: m['reason.not_deliverable'],
	supplier_refused: m['reason.supplier_refused'],
	wrong_details: m['reason.wrong_details'],
	buyer_asked: m['reason.buyer_asked'],
	bank_refused: m['reason.bank_refused'],
	code_invalid: m['reason.code_invalid'],
	fraud: m['reason.fraud'],
	apology: m['reason.apology'],
	done_by_hand: m['reason.done_by_hand'],
	check: m['reason.check'],
	assortment: m['reason.assortment'],
	season: m['reason.season'],
	mistake_found: m['reason.mistake_found'],
	upload: m['reason.upload'],
	rule: m['reason.rule'],
	cost_checked: m['reason.cost_checked'],
	other: m['reason.other'],
}

export type ReasonCode = keyof typeof all

/** The label of a reason. Codes this build does not know are shown as they are. */
export const reasonName = (code: string): string => messageByKey(all, code)

/** The reasons of an action, the usual one first; «другое» is always there. */
export const reasonsOf = (...codes: ReasonCode[]): Reason[] =>
	[...codes, 'other' as const].map((code) => ({ code, label: all[code]() }))

/** Reasons for changes of people and roles. */
export const staffReasons = (): Reason[] => [
	{ code: 'duties_changed', label: m['staff.reason_duties']() },
	{ code: 'left', label: m['staff.reason_left']() },
	{ code: 'lost_device', label: m['staff.reason_lost']() },
	{ code: 'security', label: m['staff.reason_security']() },
	{ code: 'other', label: m['staff.reason_other']() },
]
