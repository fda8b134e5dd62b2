import { Link } from 'react-router'
import { Crumbs } from '~/components/Crumbs.tsx'
import { PageLinks } from '~/components/PageLinks.tsx'
import { pageSeo } from '~/components/pageSeo.ts'
import { byGame } from '~/features/products/byGame.ts'
import { loadProducts } from '~/features/products/load.server.ts'
import { ProductCard } from '~/features/products/ProductCard.tsx'
import { pageHeaders, shared } from '~/lib/caching.ts'
import { gamePath, productListPath } from '~/lib/paths.ts'
import { payloadLoader } from '~/lib/payload.ts'
import { m } from '~/paraglide/messages.js'
import type { Route } from './+types/products'

export const headers = pageHeaders
export const clientLoader = (args: Route.ClientLoaderArgs) => payloadLoader(args)

export async function loader({ request, params }: Route.LoaderArgs) {
	return shared(await loadProducts(request, params.page))
}

const trail = () => [{ label: m['packs.heading'](), to: productListPath() }]

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
	if (!loaderData) return []
	const { page } = loaderData
	const title = m['packs.title']()
	return pageSeo(matches, {
		title: page > 1 ? m['paging.in_title']({ title, page }) : title,
		description: m['packs.description'](),
		path: productListPath(page),
		trail: trail(),
	})
}

export default function Products({ loaderData: { page, last, count, packs } }: Route.ComponentProps) {
	return (
		<>
			<Crumbs trail={trail()} />
			<h1 className="head text-2xl md:text-3xl">{m['packs.heading']()}</h1>
			<p className="mt-2 max-w-[64ch] text-muted">{m['packs.lead']()}</p>
			{count === 0 ? (
				<p className="card mt-6 p-8 text-center text-muted">{m['packs.empty']()}</p>
			) : (
				<p className="mt-4 text-sm text-muted">{m['packs.count']({ count })}</p>
			)}
			{byGame(packs).map((game, first) => (
				<section key={game.id} aria-labelledby={`game-${game.id}`} className="mt-5">
					<div className="mb-2 flex items-baseline justify-between gap-4">
						<h2 id={`game-${game.id}`} className="text-lg md:text-xl">
							{game.title}
						</h2>
						<Link
							to={gamePath(game.id)}
							className="inline-flex min-h-11 items-center text-sm whitespace-nowrap text-muted hover:text-fore"
						>
							{m['packs.to_game']()} →
						</Link>
					</div>
					<ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
						{game.packs.map((pack, at) => (
							<li key={pack.id}>
								<ProductCard pack={pack} priority={first === 0 && at < 3} />
							</li>
						))}
					</ul>
				</section>
			))}
			<PageLinks page={page} last={last} to={productListPath} />
		</>
	)
}
