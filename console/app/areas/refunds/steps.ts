import type { RefundRow } from '@larek/api/admin/types.gen.ts'
import { Check, Coins, type LucideIcon, RotateCcw, Send, X } from 'lucide-react'
import { type ReasonCode, reasonsOf } from '~/common/reasons.ts'
import { type ActionSpec, type FieldSpec, sharedFields } from '~/common/SpecDialog.tsx'
import { m } from '~/paraglide/messages.js'

interface Look {
	label: string
	consequence: string
	icon: LucideIcon
	reasons: ReasonCode[]
	fields?: FieldSpec<RefundRow>[]
	bad?: boolean
}

const spec = ({ label, consequence, reasons, ...look }: Look): ActionSpec<RefundRow> => ({
	...look,
	label,
	submit: label,
	consequences: () => [consequence],
	reasons: reasonsOf(...reasons),
})

/** Actions on a refund in the list. */
export const refundSpecs: Record<string, ActionSpec<RefundRow>> = {
	'refund.send': spec({ label: m['refunds.send'](), consequence: m['way.send_1'](), icon: Send, reasons: ['check'] }),
	'refund.decline': spec({
		label: m['refunds.decline'](),
		consequence: m['way.decline_1'](),
		icon: X,
		reasons: ['check'],
		bad: true,
	}),
	'refund.retry': spec({
		label: m['refunds.retry'](),
		consequence: m['way.retry_1'](),
		icon: RotateCcw,
		reasons: ['bank_refused', 'check'],
	}),
	'refund.to_balance': spec({
		label: m['refunds.to_balance'](),
		consequence: m['way.to_balance_1'](),
		icon: Coins,
		reasons: ['bank_refused', 'buyer_asked'],
	}),
	'refund.settle': spec({
		label: m['refunds.settle'](),
		consequence: m['way.settle_1'](),
		icon: Check,
		reasons: ['done_by_hand'],
		fields: [sharedFields.paidFrom, sharedFields.reference],
	}),
}
