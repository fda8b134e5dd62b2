import { formatMoney, parseMoney } from '@web/lib/money.ts'
import {
	Ban,
	BellRing,
	Check,
	CircleCheck,
	CirclePause,
	CirclePlay,
	Coins,
	KeyRound,
	type LucideIcon,
	MailPlus,
	PencilLine,
	RefreshCw,
	RotateCcw,
	Shuffle,
	StickyNote,
	XCircle,
} from 'lucide-react'
import type { Hotkey } from '~/kit/hotkeys.ts'
import { m } from '~/paraglide/messages.js'
import type { Subject } from './orderActions.ts'
import { fields } from './orderFields.ts'
import { texts } from './orderTexts.ts'
import { type ReasonCode, reasonsOf } from './reasons.ts'
import type { ActionSpec, FieldSpec } from './spec.ts'

interface Look {
	icon: LucideIcon
	reasons?: ReasonCode[]
	fields?: FieldSpec<Subject>[]
	hotkey?: Hotkey
	bad?: boolean
	hint?: ActionSpec<Subject>['hint']
}

/** A spec whose words are the messages of its name. */
function spec(name: Extract<keyof typeof texts, string>, { reasons, ...look }: Look): ActionSpec<Subject> {
	const { label, go, done, consequences } = texts[name]
	return {
		...look,
		label: label(),
		submit: go(),
		done: done(),
		consequences: () => consequences.map((one) => one()),
		reasons: reasons && reasonsOf(...reasons),
	}
}

/** Every action on an order but the refund, which has a dialog of its own. */
export const orderSpecs: Record<string, ActionSpec<Subject>> = {
	'order.ask': spec('ask', { icon: RefreshCw, hotkey: 'ask', reasons: ['check', 'supplier_silent'] }),
	'order.deliver': spec('deliver', {
		icon: Check,
		reasons: ['done_by_hand', 'supplier_silent'],
		fields: [fields.endable, fields.proof, fields.codes, fields.cost, fields.force],
		hint: () => m['action.deliver_hint'](),
	}),
	'order.retry': spec('retry', {
		icon: RotateCcw,
		reasons: ['supplier_refused', 'supplier_silent'],
		fields: [fields.retriable],
	}),
	'order.reroute': spec('reroute', {
		icon: Shuffle,
		reasons: ['supplier_refused', 'supplier_silent'],
		fields: [fields.retriable, fields.prefer, fields.exclude],
	}),
	'order.correct': spec('correct', {
		icon: PencilLine,
		reasons: ['wrong_details', 'buyer_asked'],
		fields: [fields.account],
	}),
	'order.pause': spec('pause', {
		icon: CirclePause,
		reasons: ['check', 'fraud', 'buyer_asked'],
		fields: [fields.hours],
	}),
	'order.resume': spec('resume', { icon: CirclePlay, reasons: ['check'] }),
	'order.replace_code': spec('replace', {
		icon: KeyRound,
		reasons: ['code_invalid', 'buyer_asked'],
		fields: [fields.code, fields.newCode],
	}),
	'order.goodwill': spec('goodwill', {
		icon: Coins,
		reasons: ['apology'],
		fields: [fields.amount],
		hint: (_, { limit }) => (limit ? m['action.goodwill_hint']({ limit: formatMoney(parseMoney(limit)) }) : undefined),
	}),
	'order.letter': spec('letter', {
		icon: MailPlus,
		hotkey: 'write',
		reasons: ['buyer_asked'],
		fields: [fields.letter],
	}),
	'order.note': spec('note', { icon: StickyNote, hotkey: 'note', fields: [fields.note, fields.mentions] }),
	'order.wake': spec('wake', { icon: BellRing, reasons: ['check'] }),
	'order.cancel': spec('cancel', { icon: XCircle, bad: true, reasons: ['buyer_asked', 'fraud'] }),
	'order.block': spec('block', { icon: Ban, bad: true, reasons: ['fraud'], fields: [fields.what, fields.words] }),
	'order.unblock': spec('unblock', { icon: CircleCheck, reasons: ['buyer_asked', 'check'], fields: [fields.blocked] }),
}
