import { classes } from '@web/lib/classes.ts'
import type { ReactNode } from 'react'
import { Fragment } from 'react'

export type ReceiptTone = 'plain' | 'soft' | 'good' | 'bad'

export interface ReceiptRow {
	label: string
	value: string
	tone?: ReceiptTone
}

interface ReceiptProps {
	title: string
	aside?: ReactNode
	rows: ReceiptRow[]
	total: { label: string; value: string }
	after?: ReceiptRow[]
	children?: ReactNode
}

const tones: Record<ReceiptTone, string> = {
	plain: '',
	soft: '',
	good: 'font-medium text-ink-mint',
	bad: 'font-semibold text-ink-coral',
}

/** The paper a sum is explained on: rows, the total, and what became of it. */
export function Receipt({ title, aside, rows, total, after = [], children }: ReceiptProps) {
	return (
		<div className="paper-shade">
			<section className="paper" aria-label={title}>
				<div className="flex items-baseline justify-between gap-3">
					<h2 className="text-base font-semibold">{title}</h2>
					{aside && <span className="text-xs whitespace-nowrap text-ink-soft">{aside}</span>}
				</div>
				{rows.length > 0 && <hr />}
				<Rows rows={rows} />
				<hr />
				<dl className="grid grid-cols-[1fr_auto] items-baseline gap-x-3 gap-y-1">
					<dt className="text-base font-semibold">{total.label}</dt>
					<dd className="text-[17px] leading-[22px] font-semibold whitespace-nowrap">{total.value}</dd>
				</dl>
				<Rows rows={after} />
				{children}
			</section>
		</div>
	)
}

function Rows({ rows }: { rows: ReceiptRow[] }) {
	return (
		<dl className="mt-1 grid grid-cols-[1fr_auto] items-baseline gap-x-3 gap-y-1 empty:hidden">
			{rows.map(({ label, value, tone = 'plain' }) => (
				<Fragment key={label}>
					<dt className={classes('min-w-0', tone !== 'plain' && 'text-ink-soft')}>{label}</dt>
					<dd className={classes('text-right whitespace-nowrap', tones[tone])}>{value}</dd>
				</Fragment>
			))}
		</dl>
	)
}
