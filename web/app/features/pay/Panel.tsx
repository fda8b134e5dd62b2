import { classes } from '@larek/shared/classes.ts'
import type { ReactNode, Ref } from 'react'
import { buttonClass } from '~/components/Button.tsx'
import { LiveDot } from '~/components/LiveDot.tsx'
import { m } from '~/paraglide/messages.js'

interface PanelProps {
	title: ReactNode
	/** A picture at the side. */
	aside?: ReactNode
	isWaiting?: boolean
	other: ReactNode
	ref?: Ref<HTMLHeadingElement>
	children: ReactNode
}

/** What goes on under the method being paid by. */
export function Panel({ title, aside, isWaiting = true, other, ref, children }: PanelProps) {
	return (
		<section
			aria-label={m['pay_page.panel']()}
			className={classes(
				'grid grid-cols-1 items-center gap-5 rounded-card bg-shelf p-5',
				aside !== undefined && 'md:grid-cols-[auto_1fr]',
			)}
		>
			{aside}
			<div className="grid min-w-0 grid-cols-1 justify-items-start gap-3">
				<h2 ref={ref} tabIndex={-1} className="head text-xl outline-none">
					{title}
				</h2>
				{children}
				<div className="flex w-full flex-wrap items-center justify-between gap-x-5 gap-y-1">
					{isWaiting && <LiveDot>{m['pay_page.waiting']()}</LiveDot>}
					{other}
				</div>
			</div>
		</section>
	)
}

interface AppLinkProps {
	href?: string
	/** In a window of its own. */
	isNew?: boolean
	className?: string
	children: ReactNode
}

/** A whole document elsewhere, so a plain link. */
export function AppLink({ href, isNew, className, children }: AppLinkProps) {
	if (!href) return null
	return (
		<a
			href={href}
			target={isNew ? '_blank' : undefined}
			rel="noreferrer"
			className={buttonClass({ look: 'lamp' }, classes('w-full md:w-auto', className))}
		>
			{children}
		</a>
	)
}
