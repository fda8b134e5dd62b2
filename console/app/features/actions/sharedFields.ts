import type { UnitOffer } from '@larek/api/admin/types.gen.ts'
import { m } from '~/paraglide/messages.js'
import { supplierName } from '../order/names.ts'
import { type FieldSpec, type Option, rules } from './spec.ts'

/** The fields that actions on an order and rows of the queue both ask for. */
export const sharedFields = {
	proof: { name: 'proof', label: m['action.proof'](), hint: m['action.proof_hint'](), kind: 'area', rule: rules.words },
	codes: {
		name: 'codes',
		label: m['action.codes'](),
		hint: m['action.codes_hint'](),
		kind: 'area',
		rule: rules.chosen,
	},
	cost: { name: 'cost', label: m['action.cost'](), hint: m['action.cost_hint'](), kind: 'sum', rule: rules.maybeSum },
	offer: { label: m['action.offer'](), kind: 'select', rule: rules.optional },
	reference: {
		name: 'reference',
		label: m['action.reference'](),
		hint: m['action.reference_hint'](),
		kind: 'text',
		rule: rules.words,
	},
	paidFrom: {
		name: 'paidFrom',
		label: m['action.paid_from'](),
		kind: 'radio',
		initial: () => '', // nobody should take the first answer for theirs
		options: () => [
			{ value: 'provider', label: m['action.paid_from_provider'](), hint: m['action.paid_from_provider_hint']() },
			{ value: 'bank', label: m['action.paid_from_bank'](), hint: m['action.paid_from_bank_hint']() },
		],
		rule: rules.chosen,
	},
	account: { name: 'account', label: m['action.player'](), kind: 'text', rule: rules.chosen },
} as const satisfies Record<string, Partial<FieldSpec<unknown>>>

/** The choice that leaves it to the order of offers, and one offer. */
export const anyOffer = (): Option => ({ value: '', label: m['action.any_offer']() })

export const offerOption = ({ id, supplier, cost, currency }: UnitOffer): Option => ({
	value: String(id),
	label: `${supplierName(supplier)}, ${cost} ${currency}`,
})
