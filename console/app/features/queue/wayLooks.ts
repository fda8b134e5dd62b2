import type { QueueWayName } from '@larek/api/admin/types.gen.ts'
import {
	Ban,
	BellRing,
	Check,
	Coins,
	Eye,
	EyeOff,
	KeyRound,
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
import type { ReasonCode } from '../actions/reasons.ts'

interface WayLook {
	icon: LucideIcon
	reasons: ReasonCode[]
	bad?: boolean
}

/** How the ways to end a row look, and the reasons they offer. */
export const looks: Record<QueueWayName, WayLook> = {
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
	switch_off: { icon: Power, reasons: ['check'], bad: true },
}
