import { createFeedback } from '@larek/api/store/sdk.gen.ts'
import type { Call } from '~/api/call.ts'
import { ResponseError } from '~/api/errors.ts'
import { m } from '~/paraglide/messages.js'

/** `isPublished`: on the page already, or waiting for moderation. */
export type ReviewResult = { isPublished: boolean } | { wrong?: 'stars' | 'text'; error?: string }

export async function submitReview(call: Call, form: FormData): Promise<ReviewResult> {
	const rating = Number(form.get('rating'))
	const text = String(form.get('text') ?? '').trim()
	if (!rating) return { wrong: 'stars' }
	if (!text) return { wrong: 'text' }
	try {
		const { isPublished } = await call(createFeedback, { body: { order: Number(form.get('order')), rating, text } })
		return { isPublished }
	} catch (error) {
		return { error: (error instanceof ResponseError && error.detail) || m['review.failed']() }
	}
}
