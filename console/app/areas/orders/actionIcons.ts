import { formatMoney, parseMoney } from '@larek/shared/money.ts'
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
	ReceiptText,
	RefreshCw,
	RotateCcw,
	Shuffle,
	StickyNote,
	XCircle,
} from 'lucide-react'
import type { ActionSpec } from '~/common/SpecDialog.tsx'
import type { Hotkey } from '~/kit/hotkeys.ts'
import { m } from '~/paraglide/messages.js'
import type { Subject } from './orderActions.ts'

interface Look {
	icon: LucideIcon
	label: () => string
	hotkey?: Hotkey
	hint?: ActionSpec<Subject>['hint']
}

/** Icons and labels of actions on an order. The fields of their dialogs are in orderSpecs.ts, which loads later. */
export const actionIcons: Record<string, Look> = {
	'order.ask': { icon: RefreshCw, label: m['action.ask'], hotkey: 'ask' },
	'order.deliver': { icon: Check, label: m['action.deliver'], hint: () => m['action.deliver_hint']() },
	'order.retry': { icon: RotateCcw, label: m['action.retry'] },
	'order.reroute': { icon: Shuffle, label: m['action.reroute'] },
	'order.correct': { icon: PencilLine, label: m['action.correct'] },
	'order.pause': { icon: CirclePause, label: m['action.hold'] },
	'order.resume': { icon: CirclePlay, label: m['action.release'] },
	'order.replace_code': { icon: KeyRound, label: m['action.replace'] },
	'order.goodwill': {
		icon: Coins,
		label: m['action.goodwill'],
		hint: (_, { limit }) => (limit ? m['action.goodwill_hint']({ limit: formatMoney(parseMoney(limit)) }) : undefined),
	},
	'order.cost': { icon: ReceiptText, label: m['action.recost'] },
	'order.letter': { icon: MailPlus, label: m['action.resend'], hotkey: 'write' },
	'order.note': { icon: StickyNote, label: m['action.note'], hotkey: 'note' },
	'order.wake': { icon: BellRing, label: m['action.wake'] },
	'order.cancel': { icon: XCircle, label: m['action.cancel'] },
	'order.block': { icon: Ban, label: m['action.block'] },
	'order.unblock': { icon: CircleCheck, label: m['action.unblock'] },
}
