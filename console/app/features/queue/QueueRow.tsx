import { classes } from '@web/lib/classes.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Urgency } from '~/entities/deadline/deadline.ts'

interface QueueRowProps {
	to: string
	mark: ReactNode
	title: string
	/** The kind and the order. */
	subtitle: string
	sum: string
	age: string
	left: ReactNode
	urgency: Urgency
	/** Who holds it, or the button that takes it. */
	owner: ReactNode
	isCurrent: boolean
}

const edges: Record<Urgency, string> = {
	calm: 'before:bg-transparent',
	soon: 'before:bg-lamp-line',
	late: 'before:bg-coral',
}

/** One piece of work: a row of columns on a desktop, a card under the thumb on a phone. */
export function QueueRow({ to, mark, title, subtitle, sum, age, left, urgency, owner, isCurrent }: QueueRowProps) {
	return (
		<li
			className={classes(
				'relative flex min-h-[84px] items-center gap-3 px-4 py-2 md:grid md:min-h-[49px] md:grid-cols-[24px_minmax(0,1fr)_auto_76px_auto_64px] md:px-3.5 md:py-0',
				'before:absolute before:inset-y-3 before:left-0 before:w-[3px] before:rounded-r md:before:hidden',
				edges[urgency],
				isCurrent ? 'bg-shelf shadow-[inset_2px_0_0_var(--color-lamp)]' : 'hover:bg-hover',
			)}
		>
			{mark}
			<div className="min-w-0 flex-1">
				{/* The link covers the row; what can be pressed beside it lies above. */}
				<Link
					to={to}
					aria-current={isCurrent || undefined}
					className="line-clamp-2 font-medium after:absolute after:inset-0 md:line-clamp-1"
				>
					{title}
				</Link>
				<p className="truncate text-xs text-muted">{subtitle}</p>
				<p className="text-xs md:hidden">{left}</p>
			</div>
			<span className="hidden text-right font-medium whitespace-nowrap md:block">{sum}</span>
			<span className="hidden text-right text-xs whitespace-nowrap text-muted md:block">{age}</span>
			<span className="hidden text-right md:block">{left}</span>
			<span className="relative z-1 flex justify-end">{owner}</span>
		</li>
	)
}
