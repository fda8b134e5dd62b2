// Loaded with the first review: the client of the API is heavy.
import { call } from '~/api/browser.ts'
import { createFeedback } from '~/api/gen/sdk.gen.ts'
import type { FeedbackCreate } from '~/api/gen/types.gen.ts'

/** True when the review is on the page already, false when somebody looks at it first. */
export async function sendReview(body: FeedbackCreate): Promise<boolean> {
	return (await call(createFeedback, { body })).isPublished
}
