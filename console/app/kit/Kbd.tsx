import { classes } from '@larek/shared/classes.ts'
import { keyNames } from './hotkeys.ts'

/** The keys of a binding as they are printed on a keyboard, e.g. `mod+k` or `g q`. */
export function Kbd({ keys, className }: { keys: string; className?: string }) {
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
