import { href } from 'react-router'
import { ButtonLink } from '~/components/Button.tsx'
import { Crumbs } from '~/components/Crumbs.tsx'
import { pageSeo } from '~/components/pageSeo.ts'
import { EmptyNote } from '~/components/Section.tsx'
import { GameGrid } from '~/entities/catalog/GameGrid.tsx'
import { loadGames } from '~/features/games/load.server.ts'
import { SearchForm } from '~/features/search/SearchForm.tsx'
import { pageHeaders, shared } from '~/lib/caching.ts'
import { payloadLoader } from '~/lib/payload.ts'
import { shopName } from '~/lib/shop.ts'
import { m } from '~/paraglide/messages.js'
import type { Route } from './+types/games'

export const headers = pageHeaders
export const clientLoader = (args: Route.ClientLoaderArgs) => payloadLoader(args)

export async function loader({ request }: Route.LoaderArgs) {
	return shared(await loadGames(request), ['catalog'])
}

const crumbs = () => [{ label: m['nav.games'](), to: href('/ru/games') }]

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
	return pageSeo(matches, {
		title: m['games.title'](),
		description: m['games.description']({ shop: shopName() }),
		path: loaderData && loaderData.page > 1 ? `${href('/ru/games')}?page=${loaderData.page}` : href('/ru/games'),
		trail: crumbs(),
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
					action={href('/ru/games')}
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
					<ButtonLink to={href('/ru/games')} look="quiet" size="small">
						{m['games.reset']()}
					</ButtonLink>
				</p>
			)}
			{games === null && <EmptyNote>{m['games.failed']()}</EmptyNote>}
			{games?.length === 0 && (search ? <Nothing search={search} /> : <EmptyNote>{m['games.empty']()}</EmptyNote>)}
			{games && games.length > 0 && <GameGrid games={games} priority={6} />}
			{hasMore && (
				<p className="mt-8 text-center">
					<ButtonLink
						to={`${href('/ru/games')}?${new URLSearchParams({ ...(search && { search }), page: String(page + 1) })}`}
					>
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
				<ButtonLink to={`${href('/ru/search')}?q=${encodeURIComponent(search)}`} size="small">
					{m['games.search_everywhere']()}
				</ButtonLink>
				<ButtonLink to={href('/ru/games')} look="quiet" size="small">
					{m['games.reset']()}
				</ButtonLink>
			</div>
		</div>
	)
}
