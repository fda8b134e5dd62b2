import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Cover } from '~/components/Cover.tsx'
import { Crumbs, crumbList } from '~/components/Crumbs.tsx'
import { Price } from '~/components/Price.tsx'
import { loadProduct } from '~/features/products/load.server.ts'
import { PackCard } from '~/features/products/PackCard.tsx'
import { PackReceipt } from '~/features/products/PackReceipt.tsx'
import { pageHeaders, shared } from '~/lib/caching.ts'
import { formatNumber, rubles, showPrice } from '~/lib/money.ts'
import { productThing } from '~/lib/offer.ts'
import { seo } from '~/lib/seo.ts'
import { m } from '~/paraglide/messages.js'
import type { Route } from './+types/product'

export const headers = pageHeaders

export async function loader({ request, params }: Route.LoaderArgs) {
	return shared(await loadProduct(request, params.id))
}

const trailOf = (pack: { id: number; title: string; gameId: number; gameTitle: string }) => [
	{ label: m['packs.heading'](), to: '/ru/products' },
	{ label: pack.gameTitle, to: `/ru/games/${pack.gameId}` },
	{ label: pack.title, to: `/ru/products/details/${pack.id}` },
]

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
	if (!loaderData) return []
	const { pack } = loaderData
	const origin = matches[0].loaderData?.origin ?? ''
	const path = `/ru/products/details/${pack.id}`
	const names = { title: pack.title, game: pack.gameTitle }
	const description = m['packs.detail_description']({
		...names,
		price: showPrice(pack.discountPrice ?? pack.price, rubles),
	})
	const title = m['packs.detail_title'](names)
	return seo({
		...{ title, description, path, origin },
		image: pack.picture ?? undefined,
		things: [
			productThing({ ...pack, title, description, path, image: pack.picture, category: pack.gameTitle }, origin),
			crumbList(trailOf(pack), origin),
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
							to={`/ru/games/${pack.gameId}`}
							className="inline-flex min-h-11 items-center text-muted underline underline-offset-3 hover:text-fore"
						>
							{pack.gameTitle}
						</Link>
						{pack.isActive ? <Price {...pack} size="large" /> : <p className="text-muted">{m['packs.closed']()}</p>}
					</div>
				</div>
				<div className="lg:sticky lg:top-6 lg:col-start-2 lg:row-span-2 lg:row-start-1">
					<PackReceipt pack={pack} />
				</div>
				<section className="card p-5">
					<h2 className="text-lg">{m['packs.about']()}</h2>
					<dl className="mt-2 divide-y divide-line">
						<Fact name={m['packs.game']()}>{pack.gameTitle}</Fact>
						{pack.amountUc !== null && <Fact name={m['packs.amount_uc']()}>{formatNumber(pack.amountUc)}</Fact>}
						{pack.gold !== null && <Fact name={m['packs.gold']()}>{formatNumber(pack.gold)}</Fact>}
						<Fact name={m['packs.quantity']()}>
							{pack.minQuantity < pack.maxQuantity
								? m['packs.quantity_range']({ min: pack.minQuantity, max: pack.maxQuantity })
								: m['packs.quantity_one']({ max: pack.maxQuantity })}
						</Fact>
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
								<PackCard pack={one} />
							</li>
						))}
					</ul>
				</section>
			)}
		</>
	)
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
	return (
		<div className="flex justify-between gap-4 py-2.5">
			<dt className="text-muted">{name}</dt>
			<dd className="text-right font-semibold">{children}</dd>
		</div>
	)
}
