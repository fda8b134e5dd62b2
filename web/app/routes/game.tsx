import { data, redirect } from 'react-router'
import { Crumbs } from '~/components/Crumbs.tsx'
import { QuestionList } from '~/features/home/QuestionList.tsx'
import { createFromForm } from '~/features/order-form/create.server.ts'
import { GameHead } from '~/features/order-form/GameHead.tsx'
import { gameThings } from '~/features/order-form/jsonld.ts'
import { loadGame } from '~/features/order-form/load.server.ts'
import { OrderForm } from '~/features/order-form/OrderForm.tsx'
import { pageHeaders, privatePage, shared } from '~/lib/caching.ts'
import { seo } from '~/lib/seo.ts'
import { m } from '~/paraglide/messages.js'
import type { Route } from './+types/game'

export function headers(args: Route.HeadersArgs) {
	// The answer to a form holds what one buyer typed.
	return args.actionHeaders.has('Cache-Control') ? { 'Cache-Control': privatePage } : pageHeaders(args)
}

export async function loader({ request, params }: Route.LoaderArgs) {
	return shared(await loadGame(request, params.id), ['catalog', 'content'])
}

const largestForm = 9 * 1024 * 1024

/** Only a browser without scripts sends the form: it goes on to pay, or gets the page back with what it typed. */
export async function action({ request, params }: Route.ActionArgs) {
	if (!(Number(request.headers.get('Content-Length')) <= largestForm)) {
		throw data({ message: 'Content Too Large' }, { status: 413, statusText: 'Content Too Large' })
	}
	const sent = await createFromForm(request, params.id)
	if (sent.made) {
		const headers = new Headers(sent.made.cookies.map((cookie) => ['Set-Cookie', cookie]))
		return redirect(`/ru/orders/${sent.made.hash}/pay`, { status: 303, headers })
	}
	return data(sent, { headers: { 'Cache-Control': privatePage } })
}

const crumbs = (game: { id: number; title: string }) => [
	{ label: m['nav.games'](), to: '/ru/games' },
	{ label: game.title, to: `/ru/games/${game.id}` },
]

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
	if (!loaderData) return []
	const { game, questions } = loaderData
	const origin = matches[0].loaderData?.origin ?? ''
	return seo({
		title: game.detailTitle || game.title,
		description: game.detailDescription,
		path: `/ru/games/${game.id}`,
		origin,
		image: game.logo ?? undefined,
		things: gameThings({ game, questions, crumbs: crumbs(game), origin }),
	})
}

export default function Game({ loaderData: { game, questions, settings }, actionData }: Route.ComponentProps) {
	return (
		<>
			<Crumbs trail={crumbs(game)} />
			<GameHead game={game} />
			<OrderForm key={game.id} game={game} settings={settings} sent={actionData} />
			<div className="mt-10 lg:mt-12">{questions.length > 0 && <QuestionList questions={questions} />}</div>
		</>
	)
}
