import { type ReasonCode, reasonsOf } from '~/common/reasons.ts'
import type { ActionSpec, FieldSpec } from '~/common/SpecDialog.tsx'
import { action as words } from '~/paraglide/tables/action.ts'
import { actionIcons } from './actionIcons.ts'
import type { Subject } from './orderActions.ts'
import { fields } from './orderFields.ts'

interface Form {
	reasons?: ReasonCode[]
	fields?: FieldSpec<Subject>[]
	bad?: boolean
}

type Name<Key> = Key extends `${infer Start}_go` ? Start : never

/** A spec whose texts are the messages of its name: button, toast and consequences. */
function spec(action: string, name: Name<keyof typeof words>, { reasons, ...form }: Form): ActionSpec<Subject> {
	const look = actionIcons[action]
	if (!look) throw new Error(`${action} has no look`)
	const consequences = [`${name}_1`, `${name}_2`] as (keyof typeof words)[]
	return {
		...look,
		...form,
		label: look.label(),
		submit: words[`${name}_go`](),
		done: words[`${name}_done`](),
		consequences: () => consequences.filter((one) => one in words).map((one) => (words[one] as () => string)()),
		reasons: reasons && reasonsOf(...reasons),
	}
}

/** Every action on an order except the refund, which has a special dialog. */
export const orderSpecs: Record<string, ActionSpec<Subject>> = {
	'order.ask': spec('order.ask', 'ask', { reasons: ['check', 'supplier_silent'] }),
	'order.deliver': spec('order.deliver', 'deliver', {
		reasons: ['done_by_hand', 'supplier_silent'],
		fields: [fields.endable, fields.proof, fields.picture, fields.codes, fields.cost, fields.force],
	}),
	'order.retry': spec('order.retry', 'retry', {
		reasons: ['supplier_refused', 'supplier_silent'],
		fields: [fields.retriable],
	}),
	'order.reroute': spec('order.reroute', 'reroute', {
		reasons: ['supplier_refused', 'supplier_silent'],
		fields: [fields.retriable, fields.prefer, fields.exclude],
	}),
	'order.correct': spec('order.correct', 'correct', {
		reasons: ['wrong_details', 'buyer_asked'],
		fields: [fields.account, fields.server],
	}),
	'order.pause': spec('order.pause', 'hold', { reasons: ['check', 'fraud', 'buyer_asked'], fields: [fields.hours] }),
	'order.resume': spec('order.resume', 'release', { reasons: ['check'] }),
	'order.replace_code': spec('order.replace_code', 'replace', {
		reasons: ['code_invalid', 'buyer_asked'],
		fields: [fields.code, fields.newCode],
	}),
	'order.goodwill': spec('order.goodwill', 'goodwill', { reasons: ['apology'], fields: [fields.amount] }),
	'order.cost': spec('order.cost', 'recost', {
		reasons: ['mistake_found'],
		fields: [fields.recorded, fields.rightCost],
	}),
	'order.letter': spec('order.letter', 'resend', { reasons: ['buyer_asked'], fields: [fields.letter] }),
	'order.note': spec('order.note', 'note', { fields: [fields.note, fields.mentions] }),
	'order.wake': spec('order.wake', 'wake', { reasons: ['check'] }),
	'order.cancel': spec('order.cancel', 'cancel', { bad: true, reasons: ['buyer_asked', 'fraud'] }),
	'order.block': spec('order.block', 'block', { bad: true, reasons: ['fraud'], fields: [fields.what, fields.words] }),
	'order.unblock': spec('order.unblock', 'unblock', { reasons: ['buyer_asked', 'check'], fields: [fields.blocked] }),
}
