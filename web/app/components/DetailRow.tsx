import { classes } from '@larek/shared/classes.ts'
import type { ReactNode } from 'react'

interface DetailRowProps {
	name: string
	/** The value at the right end of the line, instead of under its name. */
	isLine?: boolean
	children: ReactNode
}

/** One entry of a `<dl>`. */
export function DetailRow({ name, isLine, children }: DetailRowProps) {
	return (
		<div className={isLine ? 'flex justify-between gap-4 py-2.5' : 'min-w-0'}>
			<dt className="text-muted">{name}</dt>
			<dd className={classes('font-semibold', isLine ? 'text-right' : 'wrap-anywhere')}>{children}</dd>
		</div>
	)
}
