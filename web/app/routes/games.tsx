import { ButtonLink } from '~/components/Button.tsx'
import { Crumbs, crumbList } from '~/components/Crumbs.tsx'
import { Quiet } from '~/components/Section.tsx'
import { GameGrid } from '~/entities/catalog/GameGrid.tsx'
import { loadGames } from '~/features/games/load.server.ts'
import { SearchForm } from '~/features/search/SearchForm.tsx'
import { pageHeaders, shared } from '~/lib/caching.ts'
import { seo } from '~/lib/seo.ts'
import { m } from '~/paraglide/messages.js'
import type { Route } from './+types/games'

export const headers = pageHeaders

export async function loader({ request }: Route.LoaderArgs) {
	return shared(await loadGames(request), ['catalog'])
}

const crumbs = () => [{ label: m['nav.games'](), to: '/ru/games' }]

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
	const origin = matches[0].loaderData?.origin ?? ''
	return seo({
		title: m['games.title'](),
		description: m['games.description'](),
		path: loaderData && loaderData.page > 1 ? `/ru/games?page=${loaderData.page}` : '/ru/games',
		origin,
		things: [crumbList(crumbs(), origin)],
		noindex: Boolean(loaderData?.search),
	})
}

export default function Games({ loaderData: { search, page, games, hasMore } }: Route.ComponentProps) {
	return (
		<>
			<Crumbs trail={crumbs()} />
			<div className="mb-6 grid items-center gap-4 md:mb-8 md:grid-cols-[1fr_minmax(0,460px)]">
				<h1 className="head text-xl md:text-2xl">{m['games.title']()}</h1>
				<SearchForm
					action="/ru/games"
					name="search"
					value={search}
					label={m['games.search_label']()}
					placeholder={m['games.search_placeholder']()}
					button={m['games.search_button']()}
				/>
			</div>
			{search && games && games.length > 0 && (
				<p role="status" className="mb-5 flex flex-wrap items-center gap-x-4 text-muted">
					{m['games.found']({ query: search })}
					<ButtonLink to="/ru/games" look="quiet" size="small">
						{m['games.reset']()}
					</ButtonLink>
				</p>
			)}
			{games === null && <Quiet>{m['games.failed']()}</Quiet>}
			{games?.length === 0 && (search ? <Nothing search={search} /> : <Quiet>{m['games.empty']()}</Quiet>)}
			{games && games.length > 0 && <GameGrid games={games} priority={6} />}
			{hasMore && (
				<p className="mt-8 text-center">
					<ButtonLink to={`/ru/games?${new URLSearchParams({ ...(search && { search }), page: String(page + 1) })}`}>
						{m['games.more']()}
					</ButtonLink>
				</p>
			)}
		</>
	)
}

function Nothing({ search }: { search: string }) {
	return (
		<div className="card grid justify-items-center gap-5 px-6 py-10 text-center">
			<p role="status" className="max-w-[48ch] text-muted">
				{m['games.nothing']({ query: search })}
			</p>
			<div className="flex flex-wrap justify-center gap-3">
				<ButtonLink to={`/ru/search?q=${encodeURIComponent(search)}`} size="small">
					{m['games.search_everywhere']()}
				</ButtonLink>
				<ButtonLink to="/ru/games" look="quiet" size="small">
					{m['games.reset']()}
				</ButtonLink>
			</div>
		</div>
	)
}
