import { Link } from 'react-router'
import { Ago } from '~/components/Ago.tsx'
import { Cover } from '~/components/Cover.tsx'
import { Rating } from '~/components/Rating.tsx'
import { gamePath } from '~/lib/paths.ts'
import { m } from '~/paraglide/messages.js'
import type { ReviewData } from './load.server.ts'

export function ReviewCard({ review }: { review: ReviewData }) {
	const { game } = review
	return (
		<article className="card flex gap-4 p-4 md:p-5">
			{game && (
				<Link to={gamePath(game.id)} tabIndex={-1} aria-hidden="true" className="w-12 shrink-0 self-start md:w-14">
					<Cover id={game.id} title={game.title} logo={game.logo} shape="square" sizes="56px" />
				</Link>
			)}
			<div className="min-w-0 flex-1">
				<div className="flex flex-wrap items-center justify-between gap-x-4">
					<Rating rating={review.rating} />
					<Ago at={review.created} className="text-sm text-muted" />
				</div>
				<p className="mt-2 whitespace-pre-line">{review.text}</p>
				<p className="mt-2 flex flex-wrap items-center gap-x-2 text-sm text-muted">
					<span>{review.nickname ?? m['words.guest']()}</span>
					{game && (
						<>
							<span aria-hidden="true">·</span>
							<Link to={gamePath(game.id)} className="-my-3 inline-flex min-h-11 items-center hover:text-fore">
								{game.title}
							</Link>
						</>
					)}
				</p>
				{review.answer && (
					<blockquote className="mt-3 border-l-2 border-line pl-3">
						<p className="text-sm text-muted">{m['review.answer']()}</p>
						<p className="whitespace-pre-line">{review.answer}</p>
					</blockquote>
				)}
			</div>
		</article>
	)
}
