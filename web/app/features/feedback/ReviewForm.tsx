import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { Button } from '~/components/Button.tsx'
import { FieldFrame } from '~/components/Field.tsx'
import { Stars } from '~/components/Stars.tsx'
import { notify } from '~/components/toast/toasts.ts'
import { formatNumber } from '~/lib/money.ts'
import { m } from '~/paraglide/messages.js'

const longest = 1000

/** A few words about a delivered order, once; what becomes of them is said at once. */
export default function Review({ orderId, isAllowed }: { orderId: number; isAllowed: boolean }) {
	const [stars, setStars] = useState(0)
	const [text, setText] = useState('')
	const [wrong, setWrong] = useState<'stars' | 'text'>()
	const [busy, setBusy] = useState(false)
	const [isPublished, setPublished] = useState<boolean>()
	const form = useRef<HTMLFormElement>(null)
	const id = useId()

	async function onSubmit(event: FormEvent) {
		event.preventDefault()
		if (busy) return
		const missing = stars === 0 ? 'stars' : text.trim() === '' ? 'text' : undefined
		setWrong(missing)
		if (missing) {
			const field = missing === 'stars' ? 'input[value="5"]' : 'textarea'
			return form.current?.querySelector<HTMLElement>(field)?.focus()
		}
		setBusy(true)
		try {
			const { sendReview } = await import('./sendReview.ts')
			setPublished(await sendReview({ order: orderId, rating: stars, text: text.trim() }))
		} catch (error) {
			notify('error', (error as { detail?: string }).detail ?? m['review.failed']())
		} finally {
			setBusy(false)
		}
	}

	if (isPublished !== undefined) return <Thanks isPublished={isPublished} />
	if (!isAllowed) return null
	const isLong = text.length > longest - 200
	return (
		<section aria-label={m['review.title']()} className="card p-5">
			<h2 className="text-lg">{m['review.title']()}</h2>
			<form ref={form} noValidate onSubmit={onSubmit} className="mt-3 grid gap-4">
				<Stars
					label={m['review.stars']()}
					value={stars}
					onChange={(value) => {
						setStars(value)
						setWrong(undefined)
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
							setWrong(undefined)
						}}
						aria-invalid={wrong === 'text' || undefined}
						aria-describedby={`${id}-note`}
						className="control py-3"
					/>
				</FieldFrame>
				<Button type="submit" busy={busy} className="w-full md:w-auto md:justify-self-start">
					{m['review.send']()}
				</Button>
			</form>
		</section>
	)
}

function Thanks({ isPublished }: { isPublished: boolean }) {
	const heading = useRef<HTMLHeadingElement>(null)
	// The form is gone with the focus it had.
	useEffect(() => heading.current?.focus(), [])
	return (
		<section aria-label={m['review.title']()} className="card grid justify-items-start gap-2 p-5">
			<h2 ref={heading} tabIndex={-1} className="text-lg outline-none">
				{m['review.thanks']()}
			</h2>
			<p role="status" className="text-muted">
				{isPublished ? m['review.published']() : m['review.waiting']()}
			</p>
			<Link to="/ru/feedback" className="inline-flex min-h-11 items-center font-semibold underline underline-offset-3">
				{m['review.see']()}
			</Link>
		</section>
	)
}
