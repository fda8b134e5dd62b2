import { classes } from '@larek/shared/classes.ts'
import { Ago } from '~/components/Ago.tsx'
import { LiveDot } from '~/components/LiveDot.tsx'
import { m } from '~/paraglide/messages.js'
import type { FeedItem } from './feedItem.ts'
import { useLiveFeed } from './useLiveFeed.ts'

const colours = ['bg-lamp', 'bg-[#6cc5ff]', 'bg-[#46d9a0]', 'bg-[#ff7a70]']

/** Recent deliveries, nicknames masked by the server; new ones slide in while the feed is visible. */
export function LiveFeed({ deliveries: loaded }: { deliveries: FeedItem[] | null }) {
	const { deliveries, fresh, isLive, place } = useLiveFeed(loaded)
	return (
		<section ref={place} className="card h-full p-5">
			<div className="flex items-center justify-between gap-4">
				<h2 className="text-lg">{m['feed.title']()}</h2>
				{isLive && <LiveDot>{m['feed.live']()}</LiveDot>}
			</div>
			{deliveries && deliveries.length > 0 ? (
				<ul className="mt-2.5 divide-y divide-line">
					{deliveries.map((one) => (
						<li
							key={one.id}
							className={classes(
								'grid grid-cols-[36px_1fr_auto] items-center gap-3 py-2.5',
								fresh.has(one.id) && 'slide-in',
							)}
						>
							<span
								aria-hidden="true"
								className={`grid size-9 place-items-center rounded-full text-sm font-bold text-[#0b0f17] ${colourOf(one)}`}
							>
								{[...one.nickname][0]?.toUpperCase()}
							</span>
							<span>
								{one.nickname} <span className="text-sm text-muted">· {one.goods}</span>
							</span>
							<Ago at={one.created} className="text-sm whitespace-nowrap text-muted" />
						</li>
					))}
				</ul>
			) : (
				<p className="mt-3 text-muted">{deliveries ? m['feed.empty']() : m['feed.failed']()}</p>
			)}
		</section>
	)
}

/** By its number, so that a row keeps its colour when others come before it. */
function colourOf({ id }: FeedItem): string | undefined {
	return colours[id % colours.length]
}
