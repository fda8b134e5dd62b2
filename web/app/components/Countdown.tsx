import { useSecond } from '~/lib/now.ts'
import { countdown } from '~/lib/time.ts'

/** How long is left, second by second; silent for screen readers, which would hear nothing else. */
export function Countdown({ until, from, className }: { until: string; from: number; className?: string }) {
	const now = useSecond(from)
	return (
		<time dateTime={until} role="timer" aria-live="off" className={className}>
			{countdown(Date.parse(until) - now)}
		</time>
	)
}
