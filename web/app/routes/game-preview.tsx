import { Eye } from 'lucide-react'
import { href } from 'react-router'
import { Crumbs } from '~/components/Crumbs.tsx'
import { QuestionList } from '~/features/home/QuestionList.tsx'
import { GameHead } from '~/features/order-form/GameHead.tsx'
import { loadPreview } from '~/features/order-form/load.server.ts'
import { OrderForm } from '~/features/order-form/OrderForm.tsx'
import { pageHeaders } from '~/lib/caching.ts'
import { gamePath } from '~/lib/paths.ts'
import { noIndex } from '~/lib/seo.ts'
import { m } from '~/paraglide/messages.js'
import type { Route } from './+types/game-preview'

export const headers = pageHeaders

export const meta: Route.MetaFunction = ({ loaderData }) =>
	loaderData ? noIndex(m['preview.title']({ title: loaderData.game.title })) : []

export function loader({ request, params }: Route.LoaderArgs) {
	return loadPreview(request, params.id)
}

/** The page of a game as buyers will see it. There is no action, and no control of the form works. */
export default function GamePreview({ loaderData }: Route.ComponentProps) {
	const { game, questions, settings } = loaderData
	const trail = [
		{ label: m['nav.games'](), to: href('/ru/games') },
		{ label: game.title, to: gamePath(game.id) },
	]
	return (
		<>
			<p
				role="status"
				className="sticky top-2 z-10 mb-4 flex items-center gap-3 rounded-card border border-lamp bg-window px-4 py-3 text-sm shadow-xl"
			>
				<Eye size={20} aria-hidden="true" className="flex-none text-lamp" />
				<span>
					<b>{m['preview.mark']()}</b> {m['preview.text']()}
				</span>
			</p>
			<Crumbs trail={trail} />
			<GameHead game={game} />
			<fieldset disabled aria-label={m['preview.mark']()} className="min-w-0">
				<OrderForm game={game} settings={settings} />
			</fieldset>
			{questions.length > 0 && (
				<div className="mt-10 lg:mt-12">
					<QuestionList questions={questions} />
				</div>
			)}
		</>
	)
}
