import type { QueueDetail, QueueKind, QueueWay } from '~/api/gen/types.gen.ts'
import { m } from '~/paraglide/messages.js'
import { reasonsOf } from '../actions/reasons.ts'
import { anyOffer, offerOption, sharedFields } from '../actions/sharedFields.ts'
import { type ActionSpec, type FieldSpec, rules } from '../actions/spec.ts'
import { looks } from './wayLooks.ts'

type Field = FieldSpec<QueueDetail>

const fields: Record<QueueWay['fields'][number], Field> = {
	proof: sharedFields.proof,
	cost: sharedFields.cost,
	codes: sharedFields.codes,
	account: sharedFields.account,
	offer: {
		...sharedFields.offer,
		name: 'offerId',
		options: ({ offers }) => [anyOffer(), ...offers.filter(({ isUsable }) => isUsable).map(offerOption)],
	},
	order: {
		name: 'orderId',
		label: m['action.order'](),
		kind: 'radio',
		options: ({ candidates }) =>
			candidates.map(({ orderId, amount, currency, reference }) => ({
				value: String(orderId),
				label: m['queue.order']({ id: orderId }),
				hint: `${amount} ${currency} · ${reference}`,
			})),
		rule: rules.chosen,
	},
	reference: sharedFields.reference,
	paid_from: sharedFields.paidFrom,
	text: { name: 'text', label: m['action.words'](), kind: 'area', rule: rules.words },
	force: { name: 'force', label: m['action.force'](), kind: 'confirm', rule: rules.agreed },
}

/** What a way is called and what it does: a few differ by what the row is about. */
function wordsOf({ name }: QueueWay, kind: QueueKind): [string, string] {
	if (kind === 'price' && name === 'approve') return [m['way.set_price'](), m['way.set_price_1']()]
	if (kind === 'price' && name === 'refuse') return [m['way.leave_price'](), m['way.leave_price_1']()]
	if (kind === 'erasure' && name === 'approve') return [m['customers.do_approve'](), m['customers.means_approve']()]
	if (kind === 'erasure' && name === 'refuse') return [m['customers.do_decline'](), m['customers.means_decline']()]
	if (kind === 'held' && name === 'retry') return [m['action.retry'](), m['action.retry_1']()]
	if (kind === 'method' && name === 'resume') return [m['methods.keep'](), m['methods.keep_1']()]
	return [m[`way.${name}`](), m[`way.${name}_1`]()]
}

/** The dialog of a way to end a row of a kind: what the server says it asks for, in our words. */
export function waySpec(way: QueueWay, kind: QueueKind): ActionSpec<QueueDetail> {
	const { icon, reasons, bad } = looks[way.name]
	const [label, consequence] = wordsOf(way, kind)
	const asked = new Set([...way.fields, ...(way.risk ? (['force'] as const) : [])])
	return {
		label,
		icon,
		bad,
		consequences: () => [consequence, ...(way.risk ? [way.risk] : [])],
		submit: label,
		done: m['way.done'](),
		reasons: reasonsOf(...reasons),
		fields: [...asked].map((name) => fields[name]),
	}
}
