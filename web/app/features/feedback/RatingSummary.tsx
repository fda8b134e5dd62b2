import type { FeedbackRating } from '@larek/api/store/types.gen.ts'
import { formatNumber } from '@larek/shared/money.ts'
import { Star } from 'lucide-react'
import { formatRating, Rating } from '~/components/Rating.tsx'
import { m } from '~/paraglide/messages.js'
import { shares } from './portions.ts'

export function RatingSummary({ rating }: { rating: FeedbackRating }) {
	return (
		<section className="card p-5">
			<div className="flex items-center gap-4">
				<b className="head text-3xl">{formatRating(rating.rating)}</b>
				<div className="grid gap-1">
					<Rating rating={rating.rating} size={20} />
					<span className="text-sm text-muted">{m['rating.count']({ count: rating.count })}</span>
				</div>
			</div>
			<ul aria-label={m['feedback_page.distribution']()} className="mt-4 grid gap-2">
				{shares(rating.distribution).map(({ stars, count, percent }) => (
					<li key={stars} className="flex items-center gap-3 text-sm">
						<span className="sr-only">{m['feedback_page.bar']({ stars, count, percent })}</span>
						<span aria-hidden="true" className="flex w-7 items-center gap-1 text-muted">
							{stars} <Star size={14} className="fill-current text-lamp-line" />
						</span>
						<span aria-hidden="true" className="h-2 flex-1 overflow-hidden rounded-full bg-shelf">
							<span
								className="block h-full rounded-full bg-muted"
								// A small share must still be visible.
								style={{ width: count > 0 ? `max(${percent}%, 6px)` : 0 }}
							/>
						</span>
						<span aria-hidden="true" className="w-9 text-right text-muted">
							{formatNumber(count)}
						</span>
					</li>
				))}
			</ul>
		</section>
	)
}
