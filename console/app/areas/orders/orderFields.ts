import { messageByKey } from '@larek/shared/messageByKey.ts'
import { costHint, costNote, recordedHint, sumCosts } from '~/common/costWords.ts'
import { anyOffer, type FieldSpec, rules, serverField, sharedFields } from '~/common/SpecDialog.tsx'
import { m } from '~/paraglide/messages.js'
import { blockFields } from './blocks.ts'
import { isCode, letters, offerOptions, unitsWhere } from './fieldOptions.ts'
import type { Subject } from './orderActions.ts'

type Field = FieldSpec<Subject>

/** The cost of the chosen units, or of the chosen one. */
const costOf = ({ actions }: Subject, chosen: unknown) =>
	sumCosts(actions.units.filter(({ id }) => [chosen].flat().includes(String(id))).map(({ cost }) => cost))

/** Form fields of the actions. */
export const fields = {
	endable: unitsWhere(({ canEnd }) => canEnd),
	retriable: unitsWhere(({ canRetry }) => canRetry),
	proof: { ...sharedFields.proof, when: (subject) => !isCode(subject) },
	picture: { ...sharedFields.picture, when: (subject) => !isCode(subject) },
	codes: { ...sharedFields.codes, when: isCode },
	cost: {
		...sharedFields.cost,
		hint: (subject, { units }) => costHint(costOf(subject, units)),
		note: (subject, typed, { units }) => costNote(costOf(subject, units), typed),
	},
	recorded: {
		name: 'unit',
		label: m['action.units'](),
		kind: 'radio',
		options: unitsWhere(({ hasOwnCost }) => hasOwnCost).options,
		rule: rules.chosen,
	},
	rightCost: {
		name: 'cost',
		label: m['action.cost_right'](),
		hint: (subject, { unit }) => recordedHint(costOf(subject, unit)),
		note: (subject, typed, { unit }) => costNote(costOf(subject, unit), typed),
		kind: 'sum',
		rule: rules.sum,
	},
	force: {
		name: 'force',
		label: m['action.force_deliver'](),
		kind: 'confirm',
		rule: rules.mustAccept,
		when: ({ actions }) => actions.units.some(({ canEnd, isAsked }) => canEnd && isAsked),
	},
	prefer: { ...sharedFields.offer, name: 'prefer', options: (subject) => [anyOffer(), ...offerOptions(subject)] },
	exclude: { name: 'exclude', label: m['action.exclude'](), kind: 'ticks', options: offerOptions, rule: rules.any },
	account: { ...sharedFields.account, initial: ({ order }) => order.destination.player ?? '' },
	server: serverField(({ actions }) => actions),
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
	words: { name: 'words', label: m['action.block_words'](), kind: 'area', rule: rules.optional },
	...blockFields,
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
		rule: rules.text,
	},
} satisfies Record<string, Field>
