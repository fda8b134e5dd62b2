import { formatNumber } from '@larek/shared/money.ts'
import { Link } from 'react-router'
import { Cover } from '~/components/Cover.tsx'
import { Crumbs } from '~/components/Crumbs.tsx'
import { DetailRow } from '~/components/DetailRow.tsx'
import { Price } from '~/components/Price.tsx'
import { marketOf, pageSeo } from '~/components/pageSeo.ts'
import { loadProduct } from '~/features/products/load.server.ts'
import { ProductCard } from '~/features/products/ProductCard.tsx'
import { ProductSummary } from '~/features/products/ProductSummary.tsx'
import { pageHeaders, shared } from '~/lib/caching.ts'
import { shownPrice } from '~/lib/charge.ts'
import { gamePath, productListPath, productPath } from '~/lib/paths.ts'
import { payloadLoader } from '~/lib/payload.ts'
import { productJsonLd } from '~/lib/productJsonLd.ts'
import { m } from '~/paraglide/messages.js'
import type { Route } from './+types/product'

export const headers = pageHeaders
export const clientLoader = (args: Route.ClientLoaderArgs) => payloadLoader(args)

export async function loader({ request, params }: Route.LoaderArgs) {
	return shared(await loadProduct(request, params.id))
}

const trailOf = (pack: { id: number; title: string; gameId: number; gameTitle: string }) => [
	{ label: m['packs.heading'](), to: productListPath() },
	{ label: pack.gameTitle, to: gamePath(pack.gameId) },
	{ label: pack.title, to: productPath(pack.id) },
]

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
	if (!loaderData) return []
	const { pack } = loaderData
	const path = productPath(pack.id)
	const names = { title: pack.title, game: pack.gameTitle }
	const description = m['packs.detail_description']({
		...names,
		price: shownPrice(pack.discountPrice ?? pack.price, marketOf(matches)),
	})
	const title = m['packs.detail_title'](names)
	return pageSeo(matches, {
		...{ title, description, path },
		image: pack.picture ?? undefined,
		trail: trailOf(pack),
		things: (market) => [
			productJsonLd({ ...pack, title, description, path, image: pack.picture, category: pack.gameTitle }, market),
		],
	})
}

export default function ProductPage({ loaderData: { pack, game, others } }: Route.ComponentProps) {
	return (
		<>
			<Crumbs trail={trailOf(pack)} />
			<div className="grid items-start gap-x-7 gap-y-5 lg:grid-cols-[1fr_380px] lg:grid-rows-[auto_1fr]">
				<div className="flex items-center gap-4 md:gap-6">
					<span className="w-24 shrink-0 md:w-40">
						<Cover id={pack.id} title={pack.title} logo={pack.picture} shape="square" sizes="160px" priority />
					</span>
					<div className="min-w-0">
						<h1 className="head text-xl md:text-2xl">{pack.title}</h1>
						<Link
							to={gamePath(pack.gameId)}
							className="inline-flex min-h-11 items-center text-muted underline underline-offset-3 hover:text-fore"
						>
							{pack.gameTitle}
						</Link>
						{pack.isActive ? <Price {...pack} size="large" /> : <p className="text-muted">{m['packs.closed']()}</p>}
					</div>
				</div>
				<div className="lg:sticky lg:top-6 lg:col-start-2 lg:row-span-2 lg:row-start-1">
					<ProductSummary pack={pack} />
				</div>
				<section className="card p-5">
					<h2 className="text-lg">{m['packs.about']()}</h2>
					<dl className="mt-2 divide-y divide-line">
						<DetailRow isLine name={m['packs.game']()}>
							{pack.gameTitle}
						</DetailRow>
						{pack.amountUc !== null && (
							<DetailRow isLine name={m['packs.amount_uc']()}>
								{formatNumber(pack.amountUc)}
							</DetailRow>
						)}
						{pack.gold !== null && (
							<DetailRow isLine name={m['packs.gold']()}>
								{formatNumber(pack.gold)}
							</DetailRow>
						)}
						<DetailRow isLine name={m['packs.quantity']()}>
							{pack.minQuantity < pack.maxQuantity
								? m['packs.quantity_range']({ min: pack.minQuantity, max: pack.maxQuantity })
								: m['packs.quantity_one']({ max: pack.maxQuantity })}
						</DetailRow>
					</dl>
					{game?.description && (
						<>
							<h2 className="mt-5 text-lg">{m['packs.game_about']()}</h2>
							<p className="mt-2 max-w-[68ch] whitespace-pre-line">{game.description}</p>
						</>
					)}
				</section>
			</div>
			{others.length > 0 && (
				<section className="mt-10">
					<h2 className="head mb-4 text-xl md:text-2xl">{m['packs.others']()}</h2>
					<ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
						{others.map((one) => (
							<li key={one.id}>
								<ProductCard pack={one} />
							</li>
						))}
					</ul>
				</section>
			)}
		</>
	)
}
