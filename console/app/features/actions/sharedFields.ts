import type { UnitOffer } from '~/api/gen/types.gen.ts'
import { m } from '~/paraglide/messages.js'
import { supplierName } from '../order/names.ts'
import { type Option, rules } from './spec.ts'

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
	account: { name: 'account', label: m['action.player'](), kind: 'text', rule: rules.chosen },
} as const

/** The choice that leaves it to the order of offers, and one offer. */
export const anyOffer = (): Option => ({ value: '', label: m['action.any_offer']() })

export const offerOption = ({ id, supplier, cost, currency }: UnitOffer): Option => ({
	value: String(id),
	label: `${supplierName(supplier)}, ${cost} ${currency}`,
})
