import { useMarket } from '~/lib/market.ts'
import { useNow, useZone } from '~/lib/now.ts'
import { ago, exactTime } from '~/lib/time.ts'

/** A time in words, kept fresh; the exact one on hover, in the reader's own zone once the page is alive. */
export function Ago({ at, className }: { at: string; className?: string }) {
	const date = new Date(at)
	const now = useNow(useMarket().renderedAt)
	const zone = useZone()
	return (
		<time dateTime={at} title={exactTime(date, zone)} className={className}>
			{ago(date, new Date(now))}
		</time>
	)
}
