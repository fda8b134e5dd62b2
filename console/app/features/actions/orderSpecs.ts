import { formatMoney, parseMoney } from '@web/lib/money.ts'
import {
	Ban,
	BellRing,
	Check,
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

const texts = {
	ask: {
		label: m['action.ask'],
		go: m['action.ask_go'],
		done: m['action.ask_done'],
		consequences: [m['action.ask_1'], m['action.ask_2']],
	},
	deliver: {
		label: m['action.deliver'],
		go: m['action.deliver_go'],
		done: m['action.deliver_done'],
		consequences: [m['action.deliver_1'], m['action.deliver_2']],
	},
	retry: {
		label: m['action.retry'],
		go: m['action.retry_go'],
		done: m['action.retry_done'],
		consequences: [m['action.retry_1'], m['action.retry_2']],
	},
	reroute: {
		label: m['action.reroute'],
		go: m['action.reroute_go'],
		done: m['action.reroute_done'],
		consequences: [m['action.reroute_1'], m['action.retry_2']],
	},
	correct: {
		label: m['action.correct'],
		go: m['action.correct_go'],
		done: m['action.correct_done'],
		consequences: [m['action.correct_1'], m['action.correct_2']],
	},
	pause: {
		label: m['action.hold'],
		go: m['action.hold_go'],
		done: m['action.hold_done'],
		consequences: [m['action.hold_1'], m['action.hold_2']],
	},
	resume: {
		label: m['action.release'],
		go: m['action.release_go'],
		done: m['action.release_done'],
		consequences: [m['action.release_1']],
	},
	cancel: {
		label: m['action.cancel'],
		go: m['action.cancel_go'],
		done: m['action.cancel_done'],
		consequences: [m['action.cancel_1']],
	},
	replace: {
		label: m['action.replace'],
		go: m['action.replace_go'],
		done: m['action.replace_done'],
		consequences: [m['action.replace_1'], m['action.replace_2']],
	},
	goodwill: {
		label: m['action.goodwill'],
		go: m['action.goodwill_go'],
		done: m['action.goodwill_done'],
		consequences: [m['action.goodwill_1'], m['action.goodwill_2']],
	},
	letter: {
		label: m['action.resend'],
		go: m['action.resend_go'],
		done: m['action.resend_done'],
		consequences: [m['action.resend_1']],
	},
	note: { label: m['action.note'], go: m['action.note_go'], done: m['action.note_done'], consequences: [] },
	wake: {
		label: m['action.wake'],
		go: m['action.wake_go'],
		done: m['action.wake_done'],
		consequences: [m['action.wake_1']],
	},
	block: {
		label: m['action.block'],
		go: m['action.block_go'],
		done: m['action.block_done'],
		consequences: [m['action.block_1']],
	},
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
}
