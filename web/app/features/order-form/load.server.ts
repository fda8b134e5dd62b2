import { apiForCountry } from '~/api/api.server.ts'
import * as sdk from '~/api/gen/sdk.gen.ts'
import { notFoundIf4xx, pageNotFound } from '~/api/notFound.ts'
import { feeTerms } from '~/entities/order/charge.ts'
import { positive } from '~/lib/pageNumber.ts'
import { fetchGame } from './fetchGame.ts'

const reviewsRead = 50
const reviewsShown = 3

/** The game with its questions, reviews and what paying costs; without these extras the page still sells. */
export async function loadGame(request: Request, param: string) {
	const id = positive(param)
	if (!id) throw pageNotFound(request)
	const call = apiForCountry(request)
	const [found, faq, feedback, fees] = await Promise.all([
		fetchGame(call, id).catch((error) => notFoundIf4xx(error, request)),
		call(sdk.listFaq, { path: { gamePk: id } }).catch(() => []),
		call(sdk.listFeedback, { query: { limit: reviewsRead } }).then(
			({ results }) => results,
			() => [],
		),
		call(sdk.getActiveCountry).then(feeTerms, () => []),
	])
	const reviews = feedback.filter(({ game }) => game?.id === id).slice(0, reviewsShown)
	return {
		...found,
		fees,
		reviews: reviews.map(({ id, text, rating, created, nickname }) => ({
			id,
			text,
			rating,
			created,
			nickname,
			game: null,
		})),
		questions: faq.map(({ text, answer }) => ({ text, answer })),
	}
}
