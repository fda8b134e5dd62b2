import type { OrderTrouble } from '@larek/api/admin/types.gen.ts'
import { queueAddress } from '~/common/queueLabels.ts'
import type { ActionButtons, AllowedAction } from '~/kit/ActionList.tsx'
import { Button, ButtonLink, IconButton } from '~/kit/Button.tsx'
import { m } from '~/paraglide/messages.js'

/** How many icons fit next to the main button. */
const beside = 2

interface PhoneBarProps {
	/** Tasks that wait for a person, the most urgent first. */
	troubles: OrderTrouble[]
	/** The order has ended, so no step is highlighted. */
	isOver: boolean
	actions: AllowedAction[]
	buttons: ActionButtons
}

/** The action bar of a phone: the next step with its label, the others as icons. */
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
