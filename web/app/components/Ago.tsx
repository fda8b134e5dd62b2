import { ownZone, useNow } from '@larek/shared/now.ts'
import { ago, exactTime } from '@larek/shared/time.ts'
import { useMarket } from '~/lib/market.ts'

/** A time relative to now, updated; the exact one on hover, in the reader's own zone. */
export function Ago({ at, className }: { at: string; className?: string }) {
	const date = new Date(at)
	const now = useNow(useMarket().renderedAt)
	return (
		<time
			dateTime={at}
			// Not before it is looked at: making it for each takes a slow phone a fifth of a second.
			onPointerEnter={({ currentTarget }) => {
				currentTarget.title = exactTime(date, ownZone())
			}}
			className={className}
		>
			{ago(date, new Date(now))}
		</time>
	)
}
