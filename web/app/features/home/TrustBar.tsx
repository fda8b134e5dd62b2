import type { ReactNode } from 'react'
import { formatRating, Rating } from '~/components/Rating.tsx'
import { m } from '~/paraglide/messages.js'

/** Only what was measured or promised: a shop without feedback shows no rating. On a phone the games come first. */
export function TrustBar({ rating }: { rating: { rating: number; count: number } | null }) {
	return (
		<ul className="card mb-11 grid divide-y divide-line max-md:order-1 md:auto-cols-fr md:grid-flow-col md:divide-x md:divide-y-0">
			{rating && rating.count > 0 && (
				<TrustItem big={formatRating(rating.rating)}>
					<Rating rating={rating.rating} /> {m['rating.count']({ count: rating.count })}
				</TrustItem>
			)}
			<TrustItem big={m['home.fact_guest']()}>{m['home.fact_guest_text']()}</TrustItem>
			<TrustItem big={m['home.fact_refund']()}>{m['home.fact_refund_text']()}</TrustItem>
		</ul>
	)
}

function TrustItem({ big, children }: { big: string; children: ReactNode }) {
	return (
		<li className="flex flex-wrap items-baseline gap-x-3 px-5 py-3.5">
			<b className="head text-base whitespace-nowrap">{big}</b>
			<span className="text-sm text-muted">{children}</span>
		</li>
	)
}
