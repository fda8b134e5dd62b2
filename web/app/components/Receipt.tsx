import type { ReactNode } from 'react'
import { classes } from '~/lib/classes.ts'

interface ReceiptProps {
	title: string
	/** At the right of the title, e.g. the game. */
	aside?: ReactNode
	subtitle?: ReactNode
	children: ReactNode
	className?: string
}

/** The paper every sum of the shop is shown on. */
export function Receipt({ title, aside, subtitle, children, className }: ReceiptProps) {
	return (
		<div className={classes('receipt-shade', className)}>
			<section className="receipt" aria-label={title}>
				<div className="flex items-baseline justify-between gap-4">
					<h2 className="head text-base">{title}</h2>
					{aside && <span className="text-sm text-ink-soft">{aside}</span>}
				</div>
				{subtitle && <p className="mt-0.5 text-sm text-ink-soft">{subtitle}</p>}
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

export function ReceiptRow({ children, value, tone = 'plain' }: RowProps) {
	return (
		<div className="print-line flex justify-between gap-4 py-1.5">
			<span className={tone === 'plain' ? undefined : 'text-ink-soft'}>{children}</span>
			{value !== undefined && (
				<span className={classes('text-right font-semibold whitespace-nowrap', tones[tone])}>{value}</span>
			)}
		</div>
	)
}

export function ReceiptTotal({ children, value }: { children: ReactNode; value: ReactNode }) {
	return (
		<>
			<hr />
			<div className="flex items-baseline justify-between gap-4">
				<span className="text-lg font-bold">{children}</span>
				<output className="text-2xl font-extrabold tracking-tight whitespace-nowrap">{value}</output>
			</div>
		</>
	)
}
