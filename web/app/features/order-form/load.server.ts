import * as sdk from '@larek/api/store/sdk.gen.ts'
import { apiForCountry } from '~/api/api.server.ts'
import { notFoundIf4xx, pageNotFound } from '~/api/notFound.ts'
import { positive } from '~/lib/pageNumber.ts'
import { fetchGame, withSettings } from './fetchGame.ts'

const reviewsRead = 50
const reviewsShown = 3

/** The game with its questions and reviews; without these extras the page still sells. */
export async function loadGame(request: Request, param: string) {
	const id = positive(param)
	if (!id) throw pageNotFound(request)
	const call = apiForCountry(request)
	const [found, faq, feedback] = await Promise.all([
		fetchGame(call, id).catch((error) => notFoundIf4xx(error, request)),
		call(sdk.listFaq, { path: { gamePk: id } }).catch(() => []),
		call(sdk.listFeedback, { query: { limit: reviewsRead } }).then(
			({ results }) => results,
			() => [],
		),
	])
	const reviews = feedback.filter(({ game }) => game?.id === id).slice(0, reviewsShown)
	return {
		...found,
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

/**
 * The same before buyers see the game, for a link of the console. It has no reviews yet; a link that opens nothing
 * leads to the page that says there is none.
 */
export async function loadPreview(request: Request, param: string) {
	const id = positive(param)
	const token = new URL(request.url).searchParams.get('token')
	if (!id || !token) throw pageNotFound(request)
	const call = apiForCountry(request)
	const preview = call(sdk.previewGame, { path: { id }, query: { token } })
	const { game, questions } = await preview.catch((error) => notFoundIf4xx(error, request))
	return {
		...(await withSettings(call, { ...game, isActive: true })),
		questions: questions.map(({ text, answer }) => ({ text, answer })),
	}
}
