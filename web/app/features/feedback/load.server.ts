import { getFeedbackRating, listFeedback } from '@larek/api/store/sdk.gen.ts'
import type { Feedback } from '@larek/api/store/types.gen.ts'
import { apiForCountry } from '~/api/api.server.ts'
import { notFoundIf4xx, pageNotFound } from '~/api/notFound.ts'
import { lastPage, pageOf } from '~/lib/pageNumber.ts'
import { firstPortion, laterPortions, pageSize } from './portions.ts'

/** Everything up to the requested page: «Показать ещё» is a plain link to a longer list, and the back button works. */
export async function loadFeedback(request: Request) {
	const page = pageOf(new URL(request.url).searchParams.get('page'))
	if (!page) throw pageNotFound(request)
	const call = apiForCountry(request)
	const fetchPortion = (query: { limit: number; offset: number }) =>
		call(listFeedback, { query }).catch((error: unknown) => notFoundIf4xx(error, request))
	const rating = call(getFeedbackRating).catch(() => null)
	// The first answer says how long the list is: an address far beyond its end costs one request, not thousands.
	const start = await fetchPortion(firstPortion(page))
	const last = lastPage(start.count, pageSize)
	if (page > last) throw pageNotFound(request)
	const rest = await Promise.all(laterPortions(page).map(fetchPortion))
	return {
		page,
		last,
		count: start.count,
		rating: await rating,
		reviews: [start, ...rest].flatMap(({ results }) => results.map(toReview)),
	}
}

export type ReviewData = ReturnType<typeof toReview>

function toReview({ id, text, rating, created, nickname, answer, game }: Feedback) {
	const shown = game && { id: game.id, title: game.title, logo: game.logo }
	return { id, text, rating, created, nickname, answer, game: shown }
}
