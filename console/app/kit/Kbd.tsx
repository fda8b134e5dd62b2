import { classes } from '@larek/shared/classes.ts'
import { useStore } from '@larek/shared/store.ts'
import { isLetter, keyNames, lettersWork } from './hotkeys.ts'

/** The keys of a binding as printed on a keyboard. Renders nothing for a single-character hotkey while those are off. */
export function Kbd({ keys, className }: { keys: string; className?: string }) {
	const isOn = useStore(lettersWork)
	if (!isOn && isLetter(keys)) return null
	return (
		<span className={classes('inline-flex gap-0.5 max-md:hidden', className)} aria-hidden="true">
			{keyNames(keys).map((name) => (
				<kbd
					key={name}
					className="inline-grid h-4.5 min-w-4.5 place-items-center rounded-tag border border-b-2 border-line bg-window px-1 font-sans text-2xs font-medium text-muted"
				>
					{name}
				</kbd>
			))}
		</span>
	)
}
