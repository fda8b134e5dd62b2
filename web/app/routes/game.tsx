import { Suspense } from 'react'
import { data, href, redirect, type ShouldRevalidateFunctionArgs } from 'react-router'
import { apiForVisitor } from '~/api/api.server.ts'
import { accessCookie, readCookie } from '~/api/session.ts'
import { Crumbs } from '~/components/Crumbs.tsx'
import { draftOf } from '~/entities/order/draft.ts'
import { savePlayer } from '~/entities/order/players.ts'
import { isSignedIn } from '~/entities/session/signedInState.ts'
import { GameHead } from '~/features/order-form/GameHead.tsx'
import { gameJsonLd } from '~/features/order-form/gameJsonLd.ts'
import { loadGame } from '~/features/order-form/load.server.ts'
import { OrderForm } from '~/features/order-form/OrderForm.tsx'
import { saveOrdered } from '~/features/order-form/orderedQuantities.ts'
import { dismissRepeatOrder } from '~/features/order-form/repeatOrderDismissal.ts'
import { submitOrder } from '~/features/order-form/submitOrder.ts'
import { pageHeaders, privatePage, shared } from '~/lib/caching.ts'
import { lazyPart } from '~/lib/lazyPart.ts'
import { gamePath, payPath } from '~/lib/paths.ts'
import { payloadLoader } from '~/lib/payload.ts'
import { seo } from '~/lib/seo.ts'
import { m } from '~/paraglide/messages.js'
import type { Route } from './+types/game'

export const clientLoader = (args: Route.ClientLoaderArgs) => payloadLoader(args)

export function headers(args: Route.HeadersArgs) {
	// The response to a form contains what one buyer typed.
	return args.actionHeaders.has('Cache-Control') ? { 'Cache-Control': privatePage } : pageHeaders(args)
}

export async function loader({ request, params }: Route.LoaderArgs) {
	return shared(await loadGame(request, params.id), ['catalog', 'content', 'feedback'])
}

/** An order does not change a page that is the same for all visitors. */
export function shouldRevalidate({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
	return formMethod ? false : defaultShouldRevalidate
}

const largestForm = 9 * 1024 * 1024

/** For a browser without scripts, or not hydrated yet: on to pay, or the page back with what was typed. */
export async function action({ request, params }: Route.ActionArgs) {
	if (!(Number(request.headers.get('Content-Length')) <= largestForm)) {
		throw data({ message: 'Content Too Large' }, { status: 413, statusText: 'Content Too Large' })
	}
	const { call, cookies } = apiForVisitor(request)
	const sender = {
		gameId: Number(params.id),
		isSignedIn: readCookie(request.headers.get('Cookie') ?? '', accessCookie) !== undefined,
	}
	const result = await submitOrder(call, await request.formData(), sender)
	if ('hash' in result) {
		const headers = new Headers(cookies.map((cookie) => ['Set-Cookie', cookie]))
		return redirect(payPath(result.hash), { status: 303, headers })
	}
	return data(result, { headers: { 'Cache-Control': privatePage } })
}

export async function clientAction({ request, params }: Route.ClientActionArgs) {
	const gameId = Number(params.id)
	const form = await request.formData()
	const [{ call }, { submitOrder }] = await Promise.all([
		import('~/api/browser.ts'),
		import('~/features/order-form/submitOrder.ts'),
	])
	const result = await submitOrder(call, form, { gameId, isSignedIn: isSignedIn() })
	if (!('hash' in result)) return result
	const { draft, amounts } = draftOf(form)
	saveOrdered(gameId, amounts)
	if (!isSignedIn()) savePlayer(gameId, draft)
	dismissRepeatOrder(gameId)
	return redirect(payPath(result.hash))
}

const crumbs = (game: { id: number; title: string }) => [
	{ label: m['nav.games'](), to: href('/ru/games') },
	{ label: game.title, to: gamePath(game.id) },
]

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
	if (!loaderData) return []
	const { game, questions } = loaderData
	const origin = matches[0].loaderData?.origin ?? ''
	return seo({
		title: game.detailTitle || game.title,
		description: game.detailDescription,
		path: gamePath(game.id),
		origin,
		image: game.logo ?? undefined,
		things: gameJsonLd({ game, questions, crumbs: crumbs(game), origin }),
	})
}

// Below the form, drawn on the server: their scripts come after those of the form.
const Questions = lazyPart(async () => ({
	default: (await import('~/features/home/QuestionList.tsx')).QuestionList,
}))
const Reviews = lazyPart(async () => ({ default: (await import('~/features/home/ReviewsSection.tsx')).ReviewsSection }))

export default function Game({ loaderData, actionData }: Route.ComponentProps) {
	const { game, questions, reviews, settings } = loaderData
	return (
		<>
			<Crumbs trail={crumbs(game)} />
			<GameHead game={game} />
			<OrderForm key={game.id} game={game} settings={settings} sent={actionData} />
			<div className="mt-10 lg:mt-12">
				<Suspense fallback={null}>
					<Reviews rating={null} reviews={reviews} />
					{questions.length > 0 && <Questions questions={questions} />}
				</Suspense>
			</div>
		</>
	)
}
