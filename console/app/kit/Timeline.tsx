import { classes } from '@larek/shared/classes.ts'
import { clockTime, exactTime, moscow } from '@larek/shared/time.ts'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { m } from '~/paraglide/messages.js'
import { type Tone, toneWash } from './Pill.tsx'

export interface TimelineItem {
	key: string
	/** When it was recorded. */
	at: string
	icon: LucideIcon
	tone?: Tone
	title: ReactNode
	/** The second, quieter line. */
	hint?: ReactNode
	/** At the end of the line: how long it took, a reference. */
	aside?: ReactNode
	/** Below, over the whole width: a note's text, an exchange. */
	children?: ReactNode
	/** Opens the recorded entry. */
	onOpen?: () => void
}

const dayOf = new Intl.DateTimeFormat('ru', { timeZone: moscow, day: 'numeric', month: 'long', weekday: 'short' })

/** Recorded entries, in the order given, under their days. */
export function Timeline({ items, label }: { items: TimelineItem[]; label: string }) {
	const days: { day: string; items: TimelineItem[] }[] = []
	for (const item of items) {
		const day = dayOf.format(new Date(item.at))
		const last = days.at(-1)
		if (last?.day === day) last.items.push(item)
		else days.push({ day, items: [item] })
	}
	return (
		<div className="px-3.5 pb-2.5">
			{days.map(({ day, items: entries }) => (
				<section key={`${day} ${entries[0]?.key}`}>
					<h3 className="pt-3 pb-1 text-xs font-medium text-muted">{day}</h3>
					<ol aria-label={`${label}, ${day}`}>
						{entries.map(({ key, ...item }) => (
							<TimelineRow key={key} {...item} />
						))}
					</ol>
				</section>
			))}
		</div>
	)
}

function TimelineRow({
	at,
	icon: Icon,
	tone = 'plain',
	title,
	hint,
	aside,
	children,
	onOpen,
}: Omit<TimelineItem, 'key'>) {
	const time = new Date(at)
	return (
		<li className="relative grid grid-cols-[24px_minmax(0,1fr)_auto] gap-x-2.5 py-1.5 md:grid-cols-[56px_24px_minmax(0,1fr)_auto]">
			<time dateTime={at} title={exactTime(time)} className="text-right text-xs leading-6 text-muted max-md:hidden">
				{clockTime(time)}
			</time>
			<span className="thread relative">
				<span className={classes('relative z-10 grid size-6 place-items-center rounded-full', toneWash[tone])}>
					<Icon size={13} aria-hidden="true" />
				</span>
			</span>
			<div className="min-w-0 leading-6">
				{onOpen ? (
					<button type="button" onClick={onOpen} className="text-left hover:underline" title={m['kit.open_entry']()}>
						{title}
					</button>
				) : (
					title
				)}
				{hint && <p className="text-xs text-muted">{hint}</p>}
			</div>
			<span className="text-right text-xs leading-6 whitespace-nowrap text-muted">
				<span className="md:hidden">{clockTime(time)} </span>
				{aside}
			</span>
			{children && <div className="col-span-full mt-1 md:col-start-3">{children}</div>}
		</li>
	)
}
