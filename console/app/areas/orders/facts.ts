import type { FactKind } from '@larek/api/admin/types.gen.ts'
import {
	Banknote,
	BookOpen,
	CreditCard,
	KeyRound,
	type LucideIcon,
	Mail,
	MessageSquareText,
	ReceiptText,
	RefreshCw,
	StickyNote,
	Tag,
	TriangleAlert,
	Truck,
	Undo2,
	UserRound,
	UserRoundCheck,
} from 'lucide-react'
import type { Tone } from '~/kit/Pill.tsx'

const icons: Record<FactKind, [icon: LucideIcon, tone?: Tone]> = {
	event: [ReceiptText],
	attempt: [CreditCard],
	notice: [CreditCard],
	payment: [Banknote, 'good'],
	refund: [Undo2, 'note'],
	refund_end: [Undo2, 'good'],
	grant: [Undo2, 'soon'],
	outside_refund: [Undo2, 'bad'],
	receipt: [ReceiptText],
	placement: [Truck],
	outcome: [Truck, 'note'],
	exchange: [RefreshCw],
	code: [KeyRound, 'good'],
	reveal: [KeyRound],
	failing_step: [TriangleAlert, 'bad'],
	task: [UserRoundCheck, 'soon'],
	task_end: [UserRoundCheck, 'good'],
	payment_task: [UserRoundCheck, 'soon'],
	payment_task_end: [UserRoundCheck, 'good'],
	action: [UserRound, 'note'],
	note: [StickyNote],
	letter: [Mail],
	letter_sent: [Mail],
	entry: [BookOpen],
	promo: [Tag],
	review: [MessageSquareText],
}

/** The icon and colour of a fact. Kinds this build does not know look like events. */
export function factLook(kind: FactKind): { icon: LucideIcon; tone: Tone } {
	const [icon, tone = 'plain'] = icons[kind] ?? icons.event
	return { icon, tone }
}
