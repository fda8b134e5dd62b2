import type { ReviewState } from '@larek/api/admin/types.gen.ts'
import { useSearchParams } from 'react-router'
import { Chips } from '~/kit/Chips.tsx'
import { Page } from '~/kit/Page.tsx'
import { Pager } from '~/kit/Pager.tsx'
import { QueryBoundary } from '~/kit/QueryBoundary.tsx'
import { SkeletonRows } from '~/kit/Skeleton.tsx'
import { Empty } from '~/kit/states.tsx'
import { m } from '~/paraglide/messages.js'
import { useReviews } from './queries.ts'
import { ReviewItem } from './ReviewItem.tsx'

const states = [
	{ value: 'waiting', label: m['reviews.waiting']() },
	{ value: 'published', label: m['reviews.published']() },
	{ value: 'hidden', label: m['reviews.hidden']() },
]

/** Reviews of orders, those waiting for moderation first. */
export default function Reviews() {
	const [params, setParams] = useSearchParams()
	const state = (params.get('state') ?? 'waiting') as ReviewState
	const reviews = useReviews({ state, cursor: params.get('cursor') ?? undefined })
	return (
		<Page
			title={m['reviews.title']()}
			beside={
				<Chips
					joined
					label={m['reviews.title']()}
					chips={states}
					value={state}
					onChange={(value) => setParams(value === 'waiting' ? {} : { state: value })}
				/>
			}
		>
			<QueryBoundary query={reviews} skeleton={<SkeletonRows rows={6} />}>
				{({ results, next, previous }) =>
					results.length === 0 ? (
						<Empty title={m['reviews.empty']()} hint={m['reviews.empty_hint']()} />
					) : (
						<div className="card">
							<ul className="divide-y divide-hair">
								{results.map((review) => (
									<ReviewItem key={review.id} review={review} />
								))}
							</ul>
							<Pager next={next} previous={previous} />
						</div>
					)
				}
			</QueryBoundary>
		</Page>
	)
}
