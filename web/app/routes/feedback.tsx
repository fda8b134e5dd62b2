import { href, useNavigation } from 'react-router'
import { ButtonLink } from '~/components/Button.tsx'
import { Crumbs } from '~/components/Crumbs.tsx'
import { pageSeo } from '~/components/pageSeo.ts'
import { HowToReview } from '~/features/feedback/HowToReview.tsx'
import { loadFeedback } from '~/features/feedback/load.server.ts'
import { pageSize } from '~/features/feedback/portions.ts'
import { RatingSummary } from '~/features/feedback/RatingSummary.tsx'
import { ReviewCard } from '~/features/feedback/ReviewCard.tsx'
import { pageHeaders, shared } from '~/lib/caching.ts'
import { payloadLoader } from '~/lib/payload.ts'
import { shopName } from '~/lib/shop.ts'
import { m } from '~/paraglide/messages.js'
import type { Route } from './+types/feedback'

export const headers = pageHeaders
export const clientLoader = (args: Route.ClientLoaderArgs) => payloadLoader(args)

export async function loader({ request }: Route.LoaderArgs) {
	return shared(await loadFeedback(request))
}

/** The review of a delivered order, sent from its page. */
export async function clientAction({ request }: Route.ClientActionArgs) {
	const form = await request.formData()
	const { sendReview } = await import('~/features/feedback/sendReview.client.ts')
	return sendReview(form)
}

const trail = () => [{ label: m['feedback_page.heading'](), to: href('/ru/feedback') }]

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
	const rating = loaderData?.rating
	return pageSeo(matches, {
		title: m['feedback_page.title'](),
		description: m['feedback_page.description']({ shop: shopName() }),
		// A longer list is the same page.
		path: href('/ru/feedback'),
		trail: trail(),
		things: ({ origin }) => (rating && rating.count > 0 ? [storeJsonLd(rating, origin)] : []),
	})
}

function storeJsonLd({ rating, count }: { rating: number; count: number }, origin: string): object {
	const marks = { ratingValue: rating, reviewCount: count, bestRating: 5, worstRating: 1 }
	return {
		'@type': 'Store',
		name: shopName(),
		url: `${origin}/ru`,
		aggregateRating: { '@type': 'AggregateRating', ...marks },
	}
}

export default function FeedbackPage({ loaderData: { page, last, count, rating, reviews } }: Route.ComponentProps) {
	return (
		<>
			<Crumbs trail={trail()} />
			<h1 className="head text-2xl md:text-3xl">{m['feedback_page.heading']()}</h1>
			<p className="mt-2 mb-5 max-w-[64ch] text-muted">{m['feedback_page.lead']()}</p>
			{/* On a phone: the marks, the list, and how to add to it; on a desktop the list has its own column. */}
			<div className="grid items-start gap-x-7 gap-y-4 lg:grid-cols-[360px_1fr] lg:grid-rows-[auto_1fr]">
				{rating && rating.count > 0 && <RatingSummary rating={rating} />}
				<section aria-label={m['feedback_page.list']()} className="lg:col-start-2 lg:row-span-2 lg:row-start-1">
					{reviews.length === 0 && <p className="card p-8 text-center text-muted">{m['feedback_page.empty']()}</p>}
					<ul className="grid gap-3">
						{reviews.map((review, at) => (
							<li key={review.id} id={at % pageSize === 0 ? `page-${at / pageSize + 1}` : undefined}>
								<ReviewCard review={review} />
							</li>
						))}
					</ul>
					<More page={page} last={last} shown={reviews.length} count={count} />
				</section>
				<HowToReview />
			</div>
		</>
	)
}

function More({ page, last, shown, count }: { page: number; last: number; shown: number; count: number }) {
	const busy = useNavigation().location?.pathname === href('/ru/feedback')
	if (count === 0) return null
	return (
		<div className="mt-6 grid justify-items-center gap-3">
			<p role="status" className="text-sm text-muted">
				{m['feedback_page.shown']({ shown, count })}
			</p>
			{page < last && (
				// The anchor brings the reader to the first new one, with a script and without.
				<ButtonLink to={`${href('/ru/feedback')}?page=${page + 1}#page-${page + 1}`} replace aria-busy={busy}>
					{busy && <span className="spinner" aria-hidden="true" />}
					{m['feedback_page.more']()}
				</ButtonLink>
			)}
		</div>
	)
}
