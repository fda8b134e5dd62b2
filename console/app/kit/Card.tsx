import { classes } from '@larek/shared/classes.ts'
import { type ReactNode, useId } from 'react'

interface CardProps {
	title?: ReactNode
	/** At the end of the title's line: a pill, a link, a button. */
	aside?: ReactNode
	children: ReactNode
	/** Without the inner space, for tables and lists. */
	flush?: boolean
	className?: string
}

export function Card({ title, aside, children, flush, className }: CardProps) {
	const heading = useId()
	return (
		<section className={classes('card', className)} aria-labelledby={title ? heading : undefined}>
			{title && (
				<div className="flex min-h-10 items-center gap-2 border-b border-hair px-3.5 py-1">
					<h2 id={heading} className="min-w-0 flex-1 text-sm">
						{title}
					</h2>
					{aside}
				</div>
			)}
			{flush ? children : <div className="px-3.5 py-3">{children}</div>}
		</section>
	)
}

/** Names and values, one pair a line. */
export function Details({ children, wide }: { children: ReactNode; wide?: boolean }) {
	return (
		<dl
			className={classes(
				'grid items-baseline gap-x-2.5 gap-y-1.5',
				wide ? 'grid-cols-[minmax(96px,auto)_1fr]' : 'grid-cols-[76px_minmax(0,1fr)]',
			)}
		>
			{children}
		</dl>
	)
}

export function Detail({ name, children }: { name: string; children: ReactNode }) {
	return (
		<>
			<dt className="text-muted">{name}</dt>
			<dd className="min-w-0">{children}</dd>
		</>
	)
}
