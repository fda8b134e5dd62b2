import { useSecond } from '@larek/shared/now.ts'
import { countdown } from '@larek/shared/time.ts'

interface CountdownProps {
	until: string
	/** When the page was rendered, in milliseconds. */
	from: number
	/** When it began by the server's clock: the reader's clock may be slow, and no more than the whole is shown. */
	since?: string
	className?: string
}

/** The time left, second by second; hidden from screen readers, which would read nothing else. */
export function Countdown({ until, from, since, className }: CountdownProps) {
	const now = useSecond(from)
	const end = Date.parse(until)
	return (
		<time dateTime={until} role="timer" aria-live="off" className={className}>
			{countdown(end - now, since ? end - Date.parse(since) : undefined)}
		</time>
	)
}
