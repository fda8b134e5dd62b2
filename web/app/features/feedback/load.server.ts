import { apiFor } from '~/api/api.server.ts'
import { getFeedbackRating, listFeedback } from '~/api/gen/sdk.gen.ts'
import type { Feedback } from '~/api/gen/types.gen.ts'
import { missingIf4xx, pageNotFound } from '~/api/notFound.ts'
import { lastPage, pageOf } from '~/lib/pageNumber.ts'
import { firstPortion, laterPortions, pageSize } from './portions.ts'

/** Everything up to the page asked for: «Показать ещё» is a plain link to a longer list, and going back works. */
export async function loadFeedback(request: Request) {
	const page = pageOf(new URL(request.url).searchParams.get('page'))
	if (!page) throw pageNotFound(request)
	const call = apiFor(request)
	const ask = (query: { limit: number; offset: number }) =>
		call(listFeedback, { query }).catch((error: unknown) => missingIf4xx(error, request))
	const rating = call(getFeedbackRating).catch(() => null)
	// The first answer says how long the list is: an address far beyond its end costs one request, not thousands.
	const start = await ask(firstPortion(page))
	const last = lastPage(start.count, pageSize)
	if (page > last) throw pageNotFound(request)
	const rest = await Promise.all(laterPortions(page).map(ask))
	return {
		page,
		last,
		count: start.count,
		rating: await rating,
		words: [start, ...rest].flatMap(({ results }) => results.map(word)),
	}
}

export type Word = ReturnType<typeof word>

function word({ id, text, rating, created, nickname, game }: Feedback) {
	return { id, text, rating, created, nickname, game: game && { id: game.id, title: game.title, logo: game.logo } }
}
