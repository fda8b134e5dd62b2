import { classes } from '@larek/shared/classes.ts'
import { m } from '~/paraglide/messages.js'

/** A grey shape in the place of what is coming; give it the size of the real thing. */
export function Skeleton({ className }: { className?: string }) {
	return <span aria-hidden="true" className={classes('skeleton block', className)} />
}

export function Spinner() {
	return (
		<span role="status" className="inline-grid place-items-center text-lamp-line">
			<span className="spinner" aria-hidden="true" />
			<span className="sr-only">{m['common.loading']()}</span>
		</span>
	)
}
