import { href } from 'react-router'
import { Ago } from '~/components/Ago.tsx'
import { formatRating, Rating } from '~/components/Rating.tsx'
import { Section } from '~/components/Section.tsx'
import { m } from '~/paraglide/messages.js'
import type { HomeData } from './load.server.ts'

export function ReviewsSection({ rating, reviews }: Pick<HomeData, 'rating' | 'reviews'>) {
	if (reviews.length === 0) return null
	return (
		<Section title={m['words.title']()} more={{ to: href('/ru/feedback'), label: m['words.all']() }}>
			{rating && rating.count > 0 && (
				<p className="mb-4 flex flex-wrap items-center gap-x-3 text-muted">
					<b className="head text-2xl text-fore">{formatRating(rating.rating)}</b>
					<Rating rating={rating.rating} size={20} />
					{m['rating.count']({ count: rating.count })}
				</p>
			)}
			<ul className="grid gap-3 md:grid-cols-3 md:gap-4.5">
				{reviews.map((one) => (
					<li key={one.id} className="card flex flex-col gap-3 p-5">
						<Rating rating={one.rating} />
						<p className="flex-1">{one.text}</p>
						<p className="text-sm text-muted">
							{one.nickname ?? m['words.guest']()}
							{one.game && ` · ${one.game}`} · <Ago at={one.created} />
						</p>
					</li>
				))}
			</ul>
		</Section>
	)
}
