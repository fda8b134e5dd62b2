// Options of an action's fields, and when each field is shown.

import type { ActionUnit, LetterKind } from '@larek/api/admin/types.gen.ts'
import { supplierName } from '~/api/names.ts'
import { unitLabel } from '~/common/orderLabels.ts'
import { type FieldSpec, type Option, offerOption, rules } from '~/common/SpecDialog.tsx'
import { m } from '~/paraglide/messages.js'
import { letter } from '~/paraglide/tables/letter.ts'
import type { Subject } from './orderActions.ts'

const toOption = ({ id, title, n, state, supplier }: ActionUnit): Option => ({
	value: String(id),
	label: `${title}, ${n}`,
	hint: [unitLabel(state), supplier && supplierName(supplier)].filter(Boolean).join(' · '),
})

/** The units an action applies to; all are selected at first. */
export const unitsWhere = (fits: (unit: ActionUnit) => boolean): FieldSpec<Subject> => ({
	name: 'units',
	label: m['action.units'](),
	kind: 'ticks',
	options: ({ actions }) => actions.units.filter(fits).map(toOption),
	initial: ({ actions }) => actions.units.filter(fits).map(({ id }) => String(id)),
	rule: rules.some,
})

export const offerOptions = ({ actions }: Subject): Option[] => {
	const offers = new Map(actions.units.flatMap(({ offers: all }) => all.map((offer) => [offer.id, offer] as const)))
	return [...offers.values()].map((offer) => ({ ...offerOption(offer), hint: offer.rejected ?? undefined }))
}

export const letters: Record<LetterKind, () => string> = letter

export const isCode = ({ actions, order }: Subject) =>
	actions.units.some(({ id, canEnd }) => canEnd && order.units.some((unit) => unit.id === id && unit.isCode))
