import { formatNumber } from '@larek/shared/money.ts'
import { useEffect, useId, useRef, useState } from 'react'
import { href, Link, useFetcher } from 'react-router'
import { Button } from '~/components/Button.tsx'
import { FieldFrame } from '~/components/Field.tsx'
import { FormError } from '~/components/FormError.tsx'
import { Stars } from '~/components/Stars.tsx'
import { m } from '~/paraglide/messages.js'
import type { ReviewResult } from './submitReview.ts'

const longest = 1000

/** A review of a delivered order, once; the form says at once whether it is published. */
export default function ReviewForm({ orderId, isAllowed }: { orderId: number; isAllowed: boolean }) {
	const [stars, setStars] = useState(0)
	const [text, setText] = useState('')
	const [isEdited, setEdited] = useState(false)
	const fetcher = useFetcher<ReviewResult>()
	const form = useRef<HTMLFormElement>(null)
	const id = useId()
	const isBusy = fetcher.state !== 'idle'
	const refused = fetcher.data && !('isPublished' in fetcher.data) && !isBusy && !isEdited ? fetcher.data : undefined
	const wrong = refused?.wrong
	useEffect(() => {
		if (!wrong) return
		form.current?.querySelector<HTMLElement>(wrong === 'stars' ? 'input[value="5"]' : 'textarea')?.focus()
	}, [wrong])

	if (fetcher.data && 'isPublished' in fetcher.data) return <Thanks isPublished={fetcher.data.isPublished} />
	if (!isAllowed) return null
	const isLong = text.length > longest - 200
	return (
		<section aria-label={m['review.title']()} className="card p-5">
			<h2 className="text-lg">{m['review.title']()}</h2>
			<fetcher.Form
				ref={form}
				method="post"
				action={href('/ru/feedback')}
				noValidate
				onSubmit={() => setEdited(false)}
				className="mt-3 grid gap-4"
			>
				<input type="hidden" name="order" value={orderId} />
				<input type="hidden" name="rating" value={stars} />
				<Stars
					label={m['review.stars']()}
					value={stars}
					onChange={(value) => {
						setStars(value)
						setEdited(true)
					}}
					error={wrong === 'stars' ? m['review.stars_missing']() : undefined}
				/>
				<FieldFrame
					id={id}
					label={m['review.text']()}
					error={wrong === 'text' ? m['review.text_missing']() : undefined}
					hint={isLong ? m['review.length']({ used: formatNumber(text.length) }) : m['review.rule']()}
				>
					<textarea
						id={id}
						name="text"
						rows={4}
						maxLength={longest}
						value={text}
						onChange={(event) => {
							setText(event.target.value)
							setEdited(true)
						}}
						aria-invalid={wrong === 'text' || undefined}
						aria-describedby={`${id}-note`}
						className="control py-3"
					/>
				</FieldFrame>
				<FormError>{refused?.error}</FormError>
				<Button type="submit" busy={isBusy} className="w-full md:w-auto md:justify-self-start">
					{m['review.send']()}
				</Button>
			</fetcher.Form>
		</section>
	)
}

function Thanks({ isPublished }: { isPublished: boolean }) {
	const heading = useRef<HTMLHeadingElement>(null)
	// The form was removed together with the focus.
	useEffect(() => heading.current?.focus(), [])
	return (
		<section aria-label={m['review.title']()} className="card grid justify-items-start gap-2 p-5">
			<h2 ref={heading} tabIndex={-1} className="text-lg outline-none">
				{m['review.thanks']()}
			</h2>
			<p role="status" className="text-muted">
				{isPublished ? m['review.published']() : m['review.waiting']()}
			</p>
			<Link
				to={href('/ru/feedback')}
				className="inline-flex min-h-11 items-center font-semibold underline underline-offset-3"
			>
				{m['review.see']()}
			</Link>
		</section>
	)
}
