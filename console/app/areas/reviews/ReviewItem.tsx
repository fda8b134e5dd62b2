import type { ReviewRow } from '@larek/api/admin/types.gen.ts'
import { Star } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { Age } from '~/kit/Age.tsx'
import { Button } from '~/kit/Button.tsx'
import { m } from '~/paraglide/messages.js'
import { ReviewDialog, type ReviewStep, stepLabel } from './ReviewDialog.tsx'

/** A review with the shop's reply and actions. */
export function ReviewItem({ review }: { review: ReviewRow }) {
	const [step, setStep] = useState<ReviewStep>()
	const { id, orderId, rating, text, nickname, target, created, answer, actions } = review
	return (
		<li className="grid gap-2 px-3.5 py-3">
			<p className="flex flex-wrap items-center gap-x-2.5 text-xs text-muted">
				<Stars rating={rating} />
				<span>{nickname}</span>
				{target && <span>{target}</span>}
				<Link to={`/orders/${orderId}`} className="font-medium text-sky underline max-md:py-3">
					{m['order.title']({ id: orderId })}
				</Link>
				<Age at={created} />
			</p>
			<p className="whitespace-pre-line">{text || <span className="text-muted">{m['reviews.no_text']()}</span>}</p>
			{answer && (
				<blockquote className="border-l-2 border-line pl-3">
					<p className="text-xs text-muted">{m['reviews.our_answer']()}</p>
					<p className="whitespace-pre-line">{answer}</p>
				</blockquote>
			)}
			<p className="flex flex-wrap gap-1.5">
				{actions
					.filter(({ allowed }) => allowed)
					.map(({ name }) => (
						<Button key={name} size="small" onClick={() => setStep(name as ReviewStep)}>
							{stepLabel(name as ReviewStep, review)}
						</Button>
					))}
			</p>
			{step && <ReviewDialog key={id} step={step} review={review} onClose={() => setStep(undefined)} />}
		</li>
	)
}

function Stars({ rating }: { rating: number }) {
	return (
		<span className="inline-flex text-lamp-text" role="img" aria-label={m['reviews.stars']({ rating })}>
			{[1, 2, 3, 4, 5].map((n) => (
				<Star key={n} size={14} fill={n <= rating ? 'currentColor' : 'none'} aria-hidden="true" />
			))}
		</span>
	)
}
