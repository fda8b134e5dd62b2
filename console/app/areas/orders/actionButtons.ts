import { formatMoney, parseMoney } from '@larek/shared/money.ts'
import { Undo2 } from 'lucide-react'
import type { ActionButtonSpec, ActionButtons } from '~/kit/ActionList.tsx'
import { m } from '~/paraglide/messages.js'
import { actionIcons } from './actionIcons.ts'
import type { Subject } from './orderActions.ts'

/** `"1000.00"` → «1 000 ₽». */
export const rubles = (sum: string) => formatMoney(parseMoney(sum))

/** The action with a special dialog. */
export const refundAction = 'order.refund'

/** The buttons of an order's actions; each opens its dialog. */
export function orderButtons(subject: Subject, open: (name: string) => void): ActionButtons {
	const buttons: Record<string, ActionButtonSpec> = {}
	for (const action of subject.actions.actions) {
		const { name, limit } = action
		const run = () => open(name)
		const look = actionIcons[name]
		if (name === refundAction) {
			const hint = limit ? m['refund.hint']({ limit: rubles(limit) }) : undefined
			buttons[name] = { label: m['refund.open'](), icon: Undo2, hotkey: 'refund', hint, run }
		} else if (look) {
			const { label, icon, hotkey } = look
			buttons[name] = { label: `${label()}…`, icon, hotkey, hint: look.hint?.(subject, action), run }
		}
	}
	return buttons
}
