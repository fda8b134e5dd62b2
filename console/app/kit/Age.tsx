import { classes } from '@larek/shared/classes.ts'
import { useNow } from '@larek/shared/now.ts'
import { ago, exactTime } from '@larek/shared/time.ts'
import { m } from '~/paraglide/messages.js'
import { duration } from './duration.ts'
import { Pill, type Tone, toneText } from './Pill.tsx'

/** How long ago something was; the exact time is its title. */
export function Age({ at }: { at: string }) {
	const now = useNow()
	const time = new Date(at)
	return (
		<time dateTime={at} title={exactTime(time)} className="whitespace-nowrap">
			{ago(time, new Date(now))}
		</time>
	)
}

/** How much of the time is used before a deadline turns amber. */
const soonAfter = 0.3

export function deadlineTone(from: string, due: string, now: number): Tone {
	const start = Date.parse(from)
	const end = Date.parse(due)
	if (now >= end) return 'bad'
	return now - start >= (end - start) * soonAfter ? 'soon' : 'plain'
}

interface DeadlineProps {
	/** The start of the period. */
	from: string
	due: string
	/** Renders plain text instead of a pill. */
	plain?: boolean
}

/** The time left until a deadline, or since it passed. */
export function Deadline({ from, due, plain }: DeadlineProps) {
	const now = useNow()
	const tone = deadlineTone(from, due, now)
	const late = now - Date.parse(due)
	const time = duration(Math.abs(late))
	const lateText = () => (late < 60_000 ? m['kit.late_now']() : m['kit.late']({ time }))
	const text = tone === 'bad' ? lateText() : time
	return (
		<time dateTime={due} title={exactTime(new Date(due))}>
			{plain ? (
				<span className={classes(toneText[tone], tone !== 'plain' && 'font-semibold')}>{text}</span>
			) : (
				<Pill tone={tone} dot={tone !== 'plain'}>
					{text}
				</Pill>
			)}
		</time>
	)
}
