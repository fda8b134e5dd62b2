import { useNow, useZone } from '@larek/shared/now.ts'
import { calendarTime, exactTime } from '@larek/shared/time.ts'
import { m } from '~/paraglide/messages.js'
import { Countdown } from './Countdown.tsx'

interface DeadlineProps {
	until: string
	/** When the page was rendered, in milliseconds. */
	from: number
	since?: string
	className?: string
}

const hour = 60 * 60_000

/** «до завтра, 11:23»; within the last hour «ещё 42:10». */
export function Deadline({ until, from, since, className }: DeadlineProps) {
	const now = useNow(from)
	const zone = useZone()
	const end = new Date(until)
	if (end.getTime() - now < hour) {
		return (
			<>
				{m['common.still']()} <Countdown {...{ until, from, since, className }} />
			</>
		)
	}
	return (
		<time dateTime={until} title={exactTime(end, zone)} className={className}>
			{m['common.until']({ time: calendarTime(end, new Date(now), zone) })}
		</time>
	)
}
