import { answerReview, hideReview, listReviews, publishReview } from '@larek/api/admin/sdk.gen.ts'
import type { ListReviewsData, Reason, ReviewAnswer } from '@larek/api/admin/types.gen.ts'
import { call, usePage, withKey } from '~/api/client.ts'

export const reviewKeys = { all: ['reviews'] as const }

export const useReviews = (query: ListReviewsData['query']) =>
	usePage([...reviewKeys.all, query], listReviews, { query })

const common = (id: number, key: string) => ({ path: { id }, headers: withKey(key) })

export const sendPublish = (id: number, reason: Reason, key: string) =>
	call(publishReview, { ...common(id, key), body: { reason } })
export const sendHide = (id: number, reason: Reason, key: string) =>
	call(hideReview, { ...common(id, key), body: { reason } })
export const sendAnswer = (id: number, body: ReviewAnswer, key: string) =>
	call(answerReview, { ...common(id, key), body })
