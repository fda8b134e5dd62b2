import type { ReactNode } from 'react'
import { formatRating, Rating } from '~/components/Rating.tsx'
import { m } from '~/paraglide/messages.js'

/** Only what was measured or promised: a shop without feedback shows no rating. */
export function Facts({ rating }: { rating: { rating: number; count: number } | null }) {
	return (
		<ul className="card mb-11 grid divide-y divide-line md:auto-cols-fr md:grid-flow-col md:divide-x md:divide-y-0">
			{rating && rating.count > 0 && (
				<Fact big={formatRating(rating.rating)}>
					<Rating rating={rating.rating} /> {m['rating.count']({ count: rating.count })}
				</Fact>
			)}
			<Fact big={m['home.fact_guest']()}>{m['home.fact_guest_text']()}</Fact>
			<Fact big={m['home.fact_refund']()}>{m['home.fact_refund_text']()}</Fact>
		</ul>
	)
}

function Fact({ big, children }: { big: string; children: ReactNode }) {
	return (
		<li className="flex flex-wrap items-baseline gap-x-3 px-5 py-3.5">
			<b className="head text-base whitespace-nowrap">{big}</b>
			<span className="text-sm text-muted">{children}</span>
		</li>
	)
}
