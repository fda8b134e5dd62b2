import { href } from 'react-router'
import { Section } from '~/components/Section.tsx'
import { GameGrid } from '~/entities/catalog/GameGrid.tsx'
import { loadSearch } from '~/features/search/load.server.ts'
import { Results } from '~/features/search/Results.tsx'
import { SearchForm } from '~/features/search/SearchForm.tsx'
import { pageHeaders, shared } from '~/lib/caching.ts'
import { seo } from '~/lib/seo.ts'
import { shopName } from '~/lib/shop.ts'
import { m } from '~/paraglide/messages.js'
import type { Route } from './+types/search'

export const headers = pageHeaders

export async function loader({ request }: Route.LoaderArgs) {
	return shared(await loadSearch(request), ['catalog'])
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
	seo({
		title: loaderData?.query ? m['search.found']({ query: loaderData.query }) : m['search.title'](),
		description: m['search.description']({ shop: shopName() }),
		path: href('/ru/search'),
		origin: matches[0].loaderData?.origin ?? '',
		// A search query is not a page of the shop.
		noindex: true,
	})

export default function Search({ loaderData: found }: Route.ComponentProps) {
	const count = (found.games?.length ?? 0) + (found.gifts?.length ?? 0)
	return (
		<>
			<h1 className="head mt-2 mb-4 text-xl md:text-2xl">{m['search.title']()}</h1>
			<div className="mb-8">
				<SearchForm
					action={href('/ru/search')}
					name="q"
					value={found.query}
					label={m['search.label']()}
					placeholder={m['search.placeholder']()}
					button={m['search.button']()}
					takesFocus={found.query === ''}
				/>
				<p role="status" className="sr-only">
					{found.query && m['search.status']({ count })}
				</p>
				{found.query === '' && <p className="mt-3 text-sm text-muted">{m['search.start']()}</p>}
			</div>
			{found.query ? (
				<Results found={found} />
			) : (
				found.games &&
				found.games.length > 0 && (
					<Section title={m['search.popular']()}>
						<GameGrid games={found.games} priority={3} />
					</Section>
				)
			)}
		</>
	)
}
