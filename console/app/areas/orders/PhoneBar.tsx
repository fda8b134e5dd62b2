import type { OrderTrouble } from '@larek/api/admin/types.gen.ts'
import { queueAddress } from '~/common/queueLabels.ts'
import type { ActionButtons, AllowedAction } from '~/kit/ActionList.tsx'
import { Button, ButtonLink, IconButton } from '~/kit/Button.tsx'
import { m } from '~/paraglide/messages.js'

/** As many as fit beside the next step. */
const beside = 2

interface PhoneBarProps {
	/** What waits for a person, the most urgent first. */
	troubles: OrderTrouble[]
	/** Nothing is expected any more: no step stands out. */
	isOver: boolean
	actions: AllowedAction[]
	buttons: ActionButtons
}

/** What can be done, always under the thumb: the next step in words, the following ones as pictures. */
export function PhoneBar({ troubles, isOver, actions, buttons }: PhoneBarProps) {
	const trouble = troubles.map(queueAddress).find(Boolean)
	const allowed = actions.flatMap(({ name, allowed: isAllowed }) => {
		const look = buttons[name]
		return isAllowed && look ? [{ name, ...look }] : []
	})
	const [first, ...rest] = allowed
	if (!first) return null
	return (
		<div className="fixed inset-x-0 bottom-[calc(60px+env(safe-area-inset-bottom))] z-20 flex gap-2 border-t border-line bg-dusk px-4 py-2.5">
			{trouble ? (
				<ButtonLink to={trouble} look="lamp" className="min-h-12! flex-1 text-base">
					{m['order.resolve']()}
				</ButtonLink>
			) : (
				<Button look={isOver ? 'plain' : 'lamp'} onClick={first.run} className="min-h-12! flex-1 text-base">
					{first.label}
				</Button>
			)}
			{(trouble ? allowed : rest).slice(0, beside).map(({ name, label, icon, run }) => (
				<IconButton key={name} label={label} icon={icon} onClick={run} className="size-12! border border-line" />
			))}
		</div>
	)
}
