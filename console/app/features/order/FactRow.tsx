import { classes } from '@web/lib/classes.ts'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

export type FactTone = 'plain' | 'good' | 'bad' | 'wait' | 'news'

interface FactRowProps {
	icon: LucideIcon
	tone: FactTone
	time: ReactNode
	children: ReactNode
	/** A second line under what happened. */
	detail?: ReactNode
	aside?: ReactNode
	/** What belongs to the fact and is shown in full: a note, an exchange. */
	more?: ReactNode
}

const tones: Record<FactTone, string> = {
	plain: 'bg-shelf text-muted',
	good: 'bg-soft-mint text-mint',
	bad: 'bg-soft-coral text-coral',
	wait: 'bg-soft-lamp text-lamp-text',
	news: 'bg-soft-sky text-sky',
}

/** One fact of a timeline: when, a dot with its source, what happened, and what can be opened. */
export function FactRow({ icon: Icon, tone, time, children, detail, aside, more }: FactRowProps) {
	return (
		<li className="fact relative grid grid-cols-[26px_minmax(0,1fr)_auto] gap-x-2.5 py-1.5 md:grid-cols-[56px_22px_minmax(0,1fr)_auto]">
			<span className="order-3 text-xs leading-[22px] text-muted md:order-none md:text-right">{time}</span>
			<span
				className={classes('fact-dot z-1 grid size-[26px] place-items-center rounded-full md:size-[22px]', tones[tone])}
			>
				<Icon size={13} aria-hidden="true" />
			</span>
			<div className="min-w-0 leading-[22px] wrap-anywhere">
				{children}
				{detail && <p className="text-xs text-muted">{detail}</p>}
			</div>
			{aside && (
				<div className="order-4 col-start-2 text-xs leading-[22px] whitespace-nowrap text-muted md:order-none md:col-start-auto">
					{aside}
				</div>
			)}
			{more && <div className="order-5 col-span-full mt-1 mb-1 pl-9 md:col-start-3 md:pl-0">{more}</div>}
		</li>
	)
}
