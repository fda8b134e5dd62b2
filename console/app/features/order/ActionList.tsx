import { classes } from '@web/lib/classes.ts'
import { Lock, type LucideIcon } from 'lucide-react'

export interface ActionEntry {
	name: string
	label: string
	hint?: string
	hotkey?: string
	icon: LucideIcon
	isAllowed: boolean
}

/** Actions as a column: allowed ones are pressed, refused ones say why not. */
export function ActionList({ actions, onStart }: { actions: ActionEntry[]; onStart: (name: string) => void }) {
	return (
		<ul className="py-1">
			{actions.map(({ name, label, hint, hotkey, icon, isAllowed }) => {
				const Icon = isAllowed ? icon : Lock
				return (
					<li key={name}>
						<button
							type="button"
							aria-disabled={!isAllowed}
							onClick={() => isAllowed && onStart(name)}
							className={classes(
								'flex min-h-11 w-full items-start gap-2.5 px-3.5 py-1.5 text-left md:min-h-0',
								isAllowed ? 'hover:bg-hover' : 'text-muted',
							)}
						>
							<Icon size={16} aria-hidden="true" className="mt-px shrink-0 text-muted" />
							<span className="min-w-0 flex-1">
								<span className="block font-medium">{label}</span>
								{hint && <span className="block text-xs text-muted">{hint}</span>}
							</span>
							{hotkey && isAllowed && <kbd>{hotkey}</kbd>}
						</button>
					</li>
				)
			})}
		</ul>
	)
}
