import { classes } from '@larek/shared/classes.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Tone } from '~/kit/Pill.tsx'

interface QueueRowProps {
	/** Selects the row; undefined if nothing can be selected. */
	tick?: ReactNode
	to: string
	mark: ReactNode
	title: string
	kind: string
	/** Empty for what belongs to no order. */
	order: string
	sum: ReactNode
	age: ReactNode
	left: ReactNode
	tone: Tone
	/** Who holds it, or the button that takes it. */
	owner: ReactNode
	isCurrent: boolean
	isSelected?: boolean
}

const edges: Partial<Record<Tone, string>> = { soon: 'before:bg-lamp-line', bad: 'before:bg-coral' }

/** A row of the queue; a card on a phone. */
export function QueueRow(props: QueueRowProps) {
	const { tick, to, mark, title, kind, order, sum, age, left, tone, owner, isCurrent, isSelected } = props
	return (
		<li
			className={classes(
				'relative flex items-center gap-3 px-4 max-md:min-h-21 max-md:py-2 md:grid md:min-h-12.25 md:px-3.5',
				tick
					? 'md:grid-cols-[16px_24px_minmax(0,1fr)_auto_96px_124px_56px]'
					: 'md:grid-cols-[24px_minmax(0,1fr)_auto_96px_124px_56px]',
				'before:absolute before:inset-y-3 before:left-0 before:w-0.75 before:rounded-r md:before:hidden',
				edges[tone],
				isCurrent ? 'bg-shelf shadow-[inset_2px_0_0_var(--color-lamp-line)]' : 'hover:bg-hover',
				isSelected && 'bg-faint-lamp!',
			)}
		>
			{tick}
			{mark}
			<div className="min-w-0 flex-1">
				{/* The link covers the row; buttons lie above it. */}
				<Link
					to={to}
					preventScrollReset
					aria-current={isCurrent || undefined}
					className="line-clamp-2 font-medium after:absolute after:inset-0 max-md:text-base md:line-clamp-1"
				>
					{title}
				</Link>
				<p className="truncate text-xs text-muted">
					<span className="max-md:hidden">{kind}</span>
					{kind && order && <span className="max-md:hidden"> · </span>}
					{order}
					<span className="md:hidden">
						{order && sum && ' · '}
						{sum}
					</span>
				</p>
				<p className="mt-0.5 text-xs md:hidden">{left}</p>
			</div>
			<span className="text-right font-medium whitespace-nowrap max-md:hidden">{sum}</span>
			<span className="text-right text-xs whitespace-nowrap text-muted max-md:hidden">{age}</span>
			<span className="text-right max-md:hidden">{left}</span>
			<span className="relative z-10 flex justify-end">{owner}</span>
		</li>
	)
}
