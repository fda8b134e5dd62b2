import type { QueueDetail, QueueKind, QueueWay, QueueWayName } from '@larek/api/admin/types.gen.ts'
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

const words: Record<QueueWayName, [name: () => string, consequence: () => string]> = {
	delivered: [m['way.delivered'], m['way.delivered_1']],
	next_offer: [m['way.next_offer'], m['way.next_offer_1']],
	refund: [m['way.refund'], m['way.refund_1']],
	retry: [m['way.retry'], m['way.retry_1']],
	correct: [m['way.correct'], m['way.correct_1']],
	replace: [m['way.replace'], m['way.replace_1']],
	reject: [m['way.reject'], m['way.reject_1']],
	to_balance: [m['way.to_balance'], m['way.to_balance_1']],
	settle: [m['way.settle'], m['way.settle_1']],
	send: [m['way.send'], m['way.send_1']],
	decline: [m['way.decline'], m['way.decline_1']],
	seen: [m['way.seen'], m['way.seen_1']],
	match: [m['way.match'], m['way.match_1']],
	return: [m['way.return'], m['way.return_1']],
	keep: [m['way.keep'], m['way.keep_1']],
	ignore: [m['way.ignore'], m['way.ignore_1']],
	ask: [m['way.ask'], m['way.ask_1']],
	wake: [m['way.wake'], m['way.wake_1']],
	resume: [m['way.resume'], m['way.resume_1']],
	approve: [m['way.approve'], m['way.approve_1']],
	refuse: [m['way.refuse'], m['way.refuse_1']],
	publish: [m['way.publish'], m['way.publish_1']],
	hide: [m['way.hide'], m['way.hide_1']],
	resend: [m['way.resend'], m['way.resend_1']],
	dismiss: [m['way.dismiss'], m['way.dismiss_1']],
	give: [m['way.give'], m['way.give_1']],
	book: [m['way.book'], m['way.book_1']],
	write_off: [m['way.write_off'], m['way.write_off_1']],
	accept: [m['way.accept'], m['way.accept_1']],
	fetch: [m['way.fetch'], m['way.fetch_1']],
	skip: [m['way.skip'], m['way.skip_1']],
	switch_off: [m['way.switch_off'], m['way.switch_off_1']],
	debit: [m['way.debit'], m['way.debit_1']],
	release: [m['way.release'], m['way.release_1']],
	answer: [m['way.answer'], m['way.answer_1']],
	won: [m['way.won'], m['way.won_1']],
	lost: [m['way.lost'], m['way.lost_1']],
}

/** What a way is called and what it does: a few differ by what the row is about. */
function wordsOf({ name }: QueueWay, kind: QueueKind): [string, string] {
	if (kind === 'price' && name === 'approve') return [m['way.set_price'](), m['way.set_price_1']()]
	if (kind === 'price' && name === 'refuse') return [m['way.leave_price'](), m['way.leave_price_1']()]
	if (kind === 'erasure' && name === 'approve') return [m['customers.do_approve'](), m['customers.means_approve']()]
	if (kind === 'erasure' && name === 'refuse') return [m['customers.do_decline'](), m['customers.means_decline']()]
	if (kind === 'held' && name === 'retry') return [m['action.retry'](), m['action.retry_1']()]
	if (kind === 'method' && name === 'resume') return [m['methods.keep'](), m['methods.keep_1']()]
	const [title, consequence] = words[name]
	return [title(), consequence()]
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
