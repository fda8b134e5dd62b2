import { messageByKey } from '@web/lib/messageByKey.ts'
import type { ActionUnit, LetterKind } from '~/api/gen/types.gen.ts'
import { m } from '~/paraglide/messages.js'
import { unitLabel } from '../order/labels.ts'
import { supplierName } from '../order/names.ts'
import type { Subject } from './orderActions.ts'
import { type FieldSpec, type Option, rules } from './spec.ts'

type Field = FieldSpec<Subject>

const toOption = ({ id, title, n, state, supplier }: ActionUnit): Option => ({
	value: String(id),
	label: `${title}, ${n}`,
	hint: [unitLabel(state), supplier && supplierName(supplier)].filter(Boolean).join(' · '),
})

/** A choice of units that the action can be done to; all of them at first. */
const unitsWhere = (fits: (unit: ActionUnit) => boolean): Field => ({
	name: 'units',
	label: m['action.units'](),
	kind: 'ticks',
	options: ({ actions }) => actions.units.filter(fits).map(toOption),
	initial: ({ actions }) => actions.units.filter(fits).map(({ id }) => String(id)),
	rule: rules.some,
})

const offerOptions = ({ actions }: Subject): Option[] => {
	const offers = new Map(actions.units.flatMap(({ offers: all }) => all.map((offer) => [offer.id, offer] as const)))
	return [...offers.values()].map(({ id, supplier, cost, currency, rejected }) => ({
		value: String(id),
		label: `${supplierName(supplier)}, ${cost} ${currency}`,
		hint: rejected ?? undefined,
	}))
}

const letters: Record<LetterKind, () => string> = {
	paid: m['letter.paid'],
	delivered: m['letter.delivered'],
	details_needed: m['letter.details_needed'],
	details_reminder: m['letter.details_reminder'],
	refunded: m['letter.refunded'],
	order_link: m['letter.order_link'],
}

const isCode = ({ actions, order }: Subject) =>
	actions.units.some(({ id, canEnd }) => canEnd && order.units.some((unit) => unit.id === id && unit.isCode))

/** The fields actions ask for. */
export const fields = {
	endable: unitsWhere(({ canEnd }) => canEnd),
	retriable: unitsWhere(({ canRetry }) => canRetry),
	proof: {
		name: 'proof',
		label: m['action.proof'](),
		hint: m['action.proof_hint'](),
		kind: 'area',
		rule: rules.words,
		when: (subject) => !isCode(subject),
	},
	codes: {
		name: 'codes',
		label: m['action.codes'](),
		hint: m['action.codes_hint'](),
		kind: 'area',
		rule: rules.chosen,
		when: isCode,
	},
	force: {
		name: 'force',
		label: m['action.force_deliver'](),
		kind: 'confirm',
		rule: rules.agreed,
		when: ({ actions }) => actions.units.some(({ canEnd, isAsked }) => canEnd && isAsked),
	},
	prefer: {
		name: 'prefer',
		label: m['action.offer'](),
		kind: 'select',
		options: (subject) => [{ value: '', label: m['action.any_offer']() }, ...offerOptions(subject)],
		rule: rules.optional,
	},
	exclude: { name: 'exclude', label: m['action.exclude'](), kind: 'ticks', options: offerOptions, rule: rules.any },
	account: {
		name: 'account',
		label: m['action.player'](),
		kind: 'text',
		initial: ({ order }) => order.destination.player ?? '',
		rule: rules.chosen,
	},
	hours: {
		name: 'hours',
		label: m['action.hours'](),
		kind: 'select',
		options: () =>
			['1', '4', '12', '24', '72'].map((value) => ({ value, label: m['action.hours_n']({ count: value }) })),
		rule: rules.chosen,
	},
	code: {
		name: 'code',
		label: m['action.code'](),
		kind: 'radio',
		options: ({ actions }) =>
			actions.codes
				.filter(({ canReplace }) => canReplace)
				.map(({ id, isUnit }) => ({
					value: String(id),
					label: m['action.code_n']({ id }),
					hint: isUnit ? m['action.code_unit']() : m['action.code_stock'](),
				})),
		rule: rules.chosen,
	},
	newCode: {
		name: 'newCode',
		label: m['action.new_code'](),
		hint: m['action.new_code_hint'](),
		kind: 'text',
		rule: rules.optional,
	},
	amount: { name: 'amount', label: m['action.sum'](), kind: 'sum', rule: rules.sum },
	letter: {
		name: 'kind',
		label: m['action.letter'](),
		kind: 'radio',
		options: ({ actions }) => actions.letters.map(({ kind }) => ({ value: kind, label: messageByKey(letters, kind) })),
		rule: rules.chosen,
	},
	what: {
		name: 'what',
		label: m['action.block_what'](),
		kind: 'radio',
		options: ({ order }) => [
			...(order.buyer.userId ? [{ value: 'account', label: m['action.block_account']() }] : []),
			...(order.buyer.email ? [{ value: 'email', label: m['action.block_email']() }] : []),
			...(order.destination.player ? [{ value: 'player', label: m['action.block_player']() }] : []),
		],
		rule: rules.chosen,
	},
	words: { name: 'words', label: m['action.block_words'](), kind: 'area', rule: rules.optional },
	cost: {
		name: 'cost',
		label: m['action.cost'](),
		hint: m['action.cost_hint'](),
		kind: 'sum',
		rule: rules.maybeSum,
	},
	mentions: {
		name: 'mentions',
		label: m['action.mentions'](),
		kind: 'ticks',
		options: ({ colleagues }) => colleagues.map(({ id, name }) => ({ value: String(id), label: name })),
		rule: rules.any,
		when: ({ colleagues }) => colleagues.length > 0,
	},
	note: {
		name: 'text',
		label: m['action.note_text'](),
		hint: m['action.note_hint'](),
		kind: 'area',
		rule: rules.words,
	},
} satisfies Record<string, Field>
