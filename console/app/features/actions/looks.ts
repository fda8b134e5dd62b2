import { formatMoney, parseMoney } from '@larek/shared/money.ts'
import { Undo2 } from 'lucide-react'
import type { ActionLook, ActionLooks } from '~/kit/Can.tsx'
import { m } from '~/paraglide/messages.js'
import { actionLooks } from './actionLooks.ts'
import type { Subject } from './orderActions.ts'

/** `"1000.00"` → «1 000 ₽». */
export const rubles = (sum: string) => formatMoney(parseMoney(sum))

/** The action that has a dialog of its own. */
export const refundAction = 'order.refund'

/** How the actions of an order look; pressing one opens its dialog. */
export function orderLooks(subject: Subject, open: (name: string) => void): ActionLooks {
	const looks: Record<string, ActionLook> = {}
	for (const action of subject.actions.actions) {
		const { name, limit } = action
		const run = () => open(name)
		const look = actionLooks[name]
		if (name === refundAction) {
			const hint = limit ? m['refund.hint']({ limit: rubles(limit) }) : undefined
			looks[name] = { label: m['refund.open'](), icon: Undo2, hotkey: 'refund', hint, run }
		} else if (look) {
			const { label, icon, hotkey } = look
			looks[name] = { label: `${label()}…`, icon, hotkey, hint: look.hint?.(subject, action), run }
		}
	}
	return looks
}
