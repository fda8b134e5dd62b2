import type { ActionButtons, AllowedAction } from '~/kit/ActionList.tsx'
import { Button, IconButton } from '~/kit/Button.tsx'

/** As many as fit beside the next step. */
const beside = 3

interface PhoneBarProps {
	/** Nothing is expected any more: no step stands out. */
	isOver: boolean
	actions: AllowedAction[]
	buttons: ActionButtons
}

/** What can be done, always under the thumb: the next step in words, the following ones as pictures. */
export function PhoneBar({ isOver, actions, buttons }: PhoneBarProps) {
	const allowed = actions.flatMap(({ name, allowed: isAllowed }) => {
		const look = buttons[name]
		return isAllowed && look ? [{ name, ...look }] : []
	})
	const [first, ...rest] = allowed
	if (!first) return null
	return (
		<div className="fixed inset-x-0 bottom-[calc(60px+env(safe-area-inset-bottom))] z-20 flex gap-2 border-t border-line bg-dusk px-4 py-2.5">
			<Button look={isOver ? 'plain' : 'lamp'} onClick={first.run} className="min-h-12! flex-1 text-base">
				{first.label}
			</Button>
			{rest.slice(0, beside).map(({ name, label, icon, run }) => (
				<IconButton key={name} label={label} icon={icon} onClick={run} className="size-12! border border-line" />
			))}
		</div>
	)
}
