import { classes } from '@larek/shared/classes.ts'
import type { ReactNode } from 'react'

/** The storefront's receipt. Only for a sum that is explained: an order, a refund, a reconciliation. */
export function SumCard({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
	return (
		<div className="paper-shade">
			<section className="paper">
				<div className="flex items-baseline gap-2">
					<h2 className="flex-1 text-base">{title}</h2>
					<span className="text-xs text-ink-soft">{aside}</span>
				</div>
				<hr />
				{children}
			</section>
		</div>
	)
}

interface SumCardRowProps {
	name: ReactNode
	children: ReactNode
	tone?: 'good' | 'bad' | 'soft'
	/** The line everything above adds up to. */
	total?: boolean
}

export function SumCardRow({ name, children, tone, total }: SumCardRowProps) {
	const colour = tone === 'good' ? 'text-ink-mint' : tone === 'bad' ? 'text-ink-coral' : undefined
	return (
		<div className={classes('flex items-baseline gap-3 py-0.5', total && 'text-base font-semibold')}>
			<span className={classes('min-w-0 flex-1', tone && 'text-ink-soft')}>{name}</span>
			<span className={classes('whitespace-nowrap', colour, total && 'text-lg')}>{children}</span>
		</div>
	)
}
