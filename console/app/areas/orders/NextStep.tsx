import type { OrderTrouble } from '@larek/api/admin/types.gen.ts'
import { clockTime } from '@larek/shared/time.ts'
import { queueAddress } from '~/common/queueLabels.ts'
import { ActionButton, type ActionButtons, type AllowedAction } from '~/kit/ActionList.tsx'
import { Avatar } from '~/kit/Avatar.tsx'
import { ButtonLink } from '~/kit/Button.tsx'
import { m } from '~/paraglide/messages.js'

interface NextStepProps {
	/** Tasks that wait for a person, the most urgent first. */
	troubles: OrderTrouble[]
	/** The order has ended, so no step is highlighted. */
	isOver: boolean
	actions: AllowedAction[]
	buttons: ActionButtons
}

/** The next step of an order: the task that waits for a person, otherwise the first allowed action. */
export function NextStep({ troubles, isOver, actions, buttons }: NextStepProps) {
	const trouble = troubles.find((one) => queueAddress(one))
	const first = isOver ? undefined : actions.find(({ name, allowed }) => allowed && buttons[name])
	const look = first && buttons[first.name]
	if (!trouble && !look) return null
	return (
		<section className="card grid gap-3 p-3.5" aria-label={m['keys.next_step']()}>
			{trouble?.takenBy && (
				<div className="flex items-center gap-2.5">
					<Avatar name={trouble.takenBy} />
					<p>
						<strong className="block">{m['order.task_of']({ name: trouble.takenBy })}</strong>
						{trouble.takenUntil && (
							<span className="text-xs text-muted">
								{m['order.task_until']({ time: clockTime(new Date(trouble.takenUntil)).slice(0, 5) })}
							</span>
						)}
					</p>
				</div>
			)}
			{trouble ? (
				<ButtonLink to={queueAddress(trouble) ?? '/queue'} look="lamp" size="large" wide>
					{m['order.resolve']()}
				</ButtonLink>
			) : (
				first && look && <ActionButton action={first} look={{ ...look, hotkey: undefined }} lamp />
			)}
		</section>
	)
}
