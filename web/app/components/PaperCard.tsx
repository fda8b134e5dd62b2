import { classes } from '@larek/shared/classes.ts'
import type { ReactNode } from 'react'

interface PaperCardProps {
	title: string
	/** At the right of the title, e.g. the game. */
	aside?: ReactNode
	subtitle?: ReactNode
	children: ReactNode
	className?: string
}

/** The paper every sum of the shop is shown on. */
export function PaperCard({ title, aside, subtitle, children, className }: PaperCardProps) {
	return (
		<div className={classes('receipt-shade', className)}>
			<section className="receipt" aria-label={title}>
				<div className="flex items-baseline justify-between gap-4">
					<h2 className="head shrink-0 text-base">{title}</h2>
					{aside && <span className="min-w-0 text-right text-sm wrap-anywhere text-ink-soft">{aside}</span>}
				</div>
				{subtitle && <p className="mt-0.5 text-sm wrap-anywhere text-ink-soft">{subtitle}</p>}
				<hr />
				{children}
				<div className="barcode" aria-hidden="true" />
			</section>
		</div>
	)
}

interface RowProps {
	children: ReactNode
	value?: ReactNode
	tone?: 'plain' | 'soft' | 'good' | 'bad'
}

const tones = { plain: '', soft: 'text-ink-soft', good: 'text-ink-mint', bad: 'text-ink-coral' }

export function PaperRow({ children, value, tone = 'plain' }: RowProps) {
	return (
		<div className="print-line flex justify-between gap-4 py-1.5">
			<span className={classes('min-w-0 wrap-anywhere', tone !== 'plain' && 'text-ink-soft')}>{children}</span>
			{value !== undefined && (
				<span className={classes('text-right font-semibold whitespace-nowrap', tones[tone])}>{value}</span>
			)}
		</div>
	)
}

export function PaperTotal({ children, value }: { children: ReactNode; value: ReactNode }) {
	return (
		<>
			<hr />
			{/* A sum of seven digits goes under its name as a whole. */}
			<div className="flex flex-wrap items-baseline justify-between gap-x-4">
				<span className="text-lg font-bold whitespace-nowrap">{children}</span>
				<output className="ml-auto text-2xl font-extrabold tracking-tight whitespace-nowrap">{value}</output>
			</div>
		</>
	)
}
