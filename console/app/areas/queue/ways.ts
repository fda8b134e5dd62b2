import type { QueueDetail, QueueKind, QueueWay, QueueWayName } from '@larek/api/admin/types.gen.ts'
import { formatMoney, parseMoney } from '@larek/shared/money.ts'
import { dayAndTime } from '@larek/shared/time.ts'
import {
	Ban,
	BellRing,
	Check,
	Coins,
	Eye,
	EyeOff,
	KeyRound,
	Landmark,
	Link2,
	type LucideIcon,
	MailPlus,
	MinusCircle,
	PencilLine,
	PiggyBank,
	Play,
	Power,
	RotateCcw,
	Send,
	Shuffle,
	ThumbsDown,
	ThumbsUp,
	Undo2,
	X,
} from 'lucide-react'
import { costHint, costNote } from '~/common/costWords.ts'
import { statusLabel } from '~/common/orderLabels.ts'
import { type ReasonCode, reasonsOf } from '~/common/reasons.ts'
import {
	type ActionSpec,
	anyOffer,
	type FieldSpec,
	offerOption,
	rules,
	serverField,
	sharedFields,
} from '~/common/SpecDialog.tsx'
import { m } from '~/paraglide/messages.js'
import { way } from '~/paraglide/tables/way.ts'

type Field = FieldSpec<QueueDetail>

const fields: Record<QueueWay['fields'][number], Field> = {
	proof: sharedFields.proof,
	picture: sharedFields.picture,
	cost: { ...sharedFields.cost, hint: ({ cost }) => costHint(cost), note: ({ cost }, typed) => costNote(cost, typed) },
	codes: sharedFields.codes,
	account: { ...sharedFields.account, initial: ({ account }) => account ?? '' },
	server: serverField((detail) => detail),
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
			candidates.map(({ orderId, amount, currency, reference, created, status, isPaid, email }) => ({
				value: String(orderId),
				label: `${m['queue.order']({ id: orderId })} · ${formatMoney(parseMoney(amount), currency, { exact: true })}`,
				hint: [
					isPaid ? m['queue.paid_already']() : statusLabel(status),
					dayAndTime(new Date(created)),
					email,
					reference,
				].join(' · '),
			})),
		initial: () => '', // no default, so that operators choose deliberately
		rule: rules.chosen,
	},
	reference: sharedFields.reference,
	fee: { name: 'fee', label: m['recon.chargeback_fee'](), kind: 'sum', rule: rules.optionalAmount },
	answer_by: { name: 'answerBy', label: m['recon.chargeback_answer_by'](), kind: 'date', rule: rules.optional },
	paid_from: sharedFields.paidFrom,
	text: { name: 'text', label: m['action.words'](), kind: 'area', rule: rules.text },
	force: { name: 'force', label: m['action.force'](), kind: 'confirm', rule: rules.mustAccept },
}

/** What the bank calls the dispute. */
const disputeNumber: Field = {
	name: 'reference',
	label: m['recon.chargeback_number'](),
	kind: 'text',
	rule: rules.chosen,
}

/** The label and the consequence of a resolution; some depend on the kind of row. */
export function labelsOf(name: QueueWayName, kind: QueueKind): [label: string, consequence: string] {
	if (kind === 'unknown' && name === 'ask') return [m['action.ask'](), m['action.ask_1']()]
	if (kind === 'details' && name === 'resend') return [m['way.remind'](), m['way.remind_1']()]
	if (kind === 'standoff' && name === 'delivered') return [m['way.delivered'](), m['way.bought_1']()]
	if (kind === 'price' && name === 'approve') return [m['way.set_price'](), m['way.set_price_1']()]
	if (kind === 'price' && name === 'refuse') return [m['way.leave_price'](), m['way.leave_price_1']()]
	if (kind === 'erasure' && name === 'approve') return [m['customers.do_approve'](), m['customers.means_approve']()]
	if (kind === 'erasure' && name === 'refuse') return [m['customers.do_decline'](), m['customers.means_decline']()]
	if (kind === 'held' && name === 'retry') return [m['action.retry'](), m['action.retry_1']()]
	if (kind === 'method' && name === 'resume') return [m['methods.keep'](), m['methods.keep_1']()]
	return [way[name](), way[`${name}_1`]()]
}

/** The dialog of a resolution with the fields the server lists. */
export function waySpec(one: QueueWay, kind: QueueKind): ActionSpec<QueueDetail> {
	const { icon, reasons, bad } = icons[one.name]
	const [label, consequence] = labelsOf(one.name, kind)
	const asked = new Set([...one.fields, ...(one.risk ? (['force'] as const) : [])])
	return {
		label,
		icon,
		bad,
		consequences: () => [consequence, ...(one.risk ? [one.risk] : [])],
		submit: label,
		reasons: reasonsOf(...reasons),
		fields: [...asked].map((name) =>
			one.name === 'chargeback' && name === 'reference' ? disputeNumber : fields[name],
		),
	}
}

interface WayIcon {
	icon: LucideIcon
	reasons: ReasonCode[]
	bad?: boolean
}

/** Icons, colours and reasons of resolutions. */
export const icons: Record<QueueWayName, WayIcon> = {
	delivered: { icon: Check, reasons: ['done_by_hand', 'supplier_silent'] },
	next_offer: { icon: Shuffle, reasons: ['supplier_silent', 'supplier_refused'] },
	refund: { icon: Undo2, reasons: ['supplier_silent', 'not_deliverable', 'buyer_asked'], bad: true },
	retry: { icon: RotateCcw, reasons: ['bank_refused', 'check'] },
	correct: { icon: PencilLine, reasons: ['wrong_details', 'buyer_asked'] },
	replace: { icon: KeyRound, reasons: ['code_invalid', 'buyer_asked'] },
	reject: { icon: X, reasons: ['check', 'fraud'], bad: true },
	to_balance: { icon: Coins, reasons: ['bank_refused', 'buyer_asked'] },
	settle: { icon: Check, reasons: ['done_by_hand', 'bank_refused'] },
	send: { icon: Send, reasons: ['check'] },
	decline: { icon: X, reasons: ['check'], bad: true },
	seen: { icon: Eye, reasons: ['check', 'fraud'] },
	match: { icon: Link2, reasons: ['check'] },
	return: { icon: Undo2, reasons: ['done_by_hand'] },
	keep: { icon: PiggyBank, reasons: ['check'] },
	ignore: { icon: Ban, reasons: ['check'] },
	ask: { icon: BellRing, reasons: ['check'] },
	wake: { icon: BellRing, reasons: ['check'] },
	resume: { icon: Play, reasons: ['check'] },
	approve: { icon: ThumbsUp, reasons: ['check'] },
	refuse: { icon: ThumbsDown, reasons: ['check'], bad: true },
	publish: { icon: Eye, reasons: ['check'] },
	hide: { icon: EyeOff, reasons: ['check'], bad: true },
	resend: { icon: MailPlus, reasons: ['check'] },
	dismiss: { icon: X, reasons: ['check'] },
	give: { icon: Link2, reasons: ['check'] },
	book: { icon: Check, reasons: ['check'] },
	write_off: { icon: Ban, reasons: ['check'], bad: true },
	accept: { icon: ThumbsUp, reasons: ['check'] },
	fetch: { icon: RotateCcw, reasons: ['check'] },
	skip: { icon: X, reasons: ['check', 'done_by_hand'] },
	debit: { icon: MinusCircle, reasons: ['check', 'fraud'], bad: true },
	release: { icon: Undo2, reasons: ['check', 'buyer_asked'] },
	answer: { icon: Send, reasons: ['check', 'fraud'] },
	won: { icon: ThumbsUp, reasons: ['check'] },
	lost: { icon: ThumbsDown, reasons: ['check', 'fraud'], bad: true },
	chargeback: { icon: Landmark, reasons: ['check', 'fraud'] },
	switch_off: { icon: Power, reasons: ['check'], bad: true },
}
