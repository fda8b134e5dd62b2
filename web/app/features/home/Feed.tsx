import { Ago } from '~/components/Ago.tsx'
import { m } from '~/paraglide/messages.js'
import type { Delivery } from './load.server.ts'

const colours = ['bg-lamp', 'bg-[#6cc5ff]', 'bg-[#46d9a0]', 'bg-[#ff7a70]']

/** Recent deliveries, nicknames hidden by the server. */
export function Feed({ deliveries }: { deliveries: Delivery[] | null }) {
	return (
		<section className="card h-full p-5">
			<h2 className="text-lg">{m['feed.title']()}</h2>
			{deliveries && deliveries.length > 0 ? (
				<ul className="mt-2.5 divide-y divide-line">
					{deliveries.map((one, at) => (
						<li
							key={`${one.created} ${one.nickname} ${one.goods}`}
							className="grid grid-cols-[36px_1fr_auto] items-center gap-3 py-2.5"
						>
							<span
								aria-hidden="true"
								className={`grid size-9 place-items-center rounded-full text-sm font-bold text-[#0b0f17] ${colours[at % colours.length]}`}
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
