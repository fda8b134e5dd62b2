import { Badge } from '~/components/Badge.tsx'
import { Cover } from '~/components/Cover.tsx'
import { Crumbs, crumbList } from '~/components/Crumbs.tsx'
import { Price } from '~/components/Price.tsx'
import { GiftCard } from '~/entities/catalog/GiftCard.tsx'
import { regionName, typeName } from '~/entities/catalog/giftNames.ts'
import { loadGift } from '~/features/gifts/detail.server.ts'
import { GiftReceipt } from '~/features/gifts/GiftReceipt.tsx'
import { orderFromForm } from '~/features/gifts/order.server.ts'
import { RegionPanel } from '~/features/gifts/RegionPanel.tsx'
import { pageHeaders, privatePage, shared } from '~/lib/caching.ts'
import { rubles, showPrice } from '~/lib/money.ts'
import { productThing } from '~/lib/offer.ts'
import { seo } from '~/lib/seo.ts'
import { m } from '~/paraglide/messages.js'
import type { Route } from './+types/gift'

export function headers(args: Route.HeadersArgs) {
	// The answer to a form holds what one buyer typed.
	return args.actionHeaders.has('Cache-Control') ? { 'Cache-Control': privatePage } : pageHeaders(args)
}

export function action({ request, params }: Route.ActionArgs) {
	return orderFromForm(request, params.id)
}

export async function loader({ request, params }: Route.LoaderArgs) {
	return shared(await loadGift(request, params.id))
}

const trailOf = (gift: { id: number; title: string }) => [
	{ label: m['gifts_page.heading'](), to: '/ru/gifts' },
	{ label: gift.title, to: `/ru/gifts/detalis/${gift.id}` },
]

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
	if (!loaderData) return []
	const { gift } = loaderData
	const origin = matches[0].loaderData?.origin ?? ''
	const path = `/ru/gifts/detalis/${gift.id}`
	const region = regionName(gift.region)
	const type = typeName(gift.type)
	return seo({
		title: m['gift_page.title']({ title: gift.title, region }),
		description: m['gift_page.description']({
			...{ title: gift.title, type, region },
			price: showPrice(gift.discountPrice ?? gift.price, rubles),
		}),
		path,
		origin,
		image: gift.logo ?? undefined,
		things: [
			productThing({ ...gift, image: gift.logo, path, isActive: true, category: type }, origin),
			crumbList(trailOf(gift), origin),
		],
	})
}

export default function GiftPage({ loaderData: { gift, related }, actionData }: Route.ComponentProps) {
	return (
		<>
			<Crumbs trail={trailOf(gift)} />
			{/* In this order on a phone: what it is, where it works, what it costs. On a desktop the receipt stands beside. */}
			<div className="grid items-start gap-x-7 gap-y-5 lg:grid-cols-[1fr_380px] lg:grid-rows-[auto_auto_1fr]">
				<div className="grid items-center gap-5 md:grid-cols-[320px_1fr]">
					<Cover
						id={gift.id}
						title={gift.title}
						logo={gift.logo}
						shape="wide"
						sizes="(max-width: 760px) 92vw, 320px"
						priority
					/>
					<div>
						<h1 className="head text-xl md:text-2xl">{gift.title}</h1>
						<p className="mt-3 mb-3 flex flex-wrap gap-1.5">
							<Badge>{typeName(gift.type)}</Badge>
							<Badge tone={gift.region === 'world' ? 'good' : 'lamp'}>{regionName(gift.region)}</Badge>
						</p>
						<Price {...gift} size="large" />
					</div>
				</div>
				<RegionPanel gift={gift} />
				<div className="lg:sticky lg:top-6 lg:col-start-2 lg:row-span-3 lg:row-start-1">
					<GiftReceipt gift={gift} sent={actionData} />
				</div>
				<About description={gift.description} tags={gift.tags} />
			</div>
			{related.length > 0 && (
				<section className="mt-12">
					<h2 className="head mb-4 text-xl md:text-2xl">{m['gift_page.related']()}</h2>
					<ul className="grid grid-cols-2 gap-3 md:gap-4.5 lg:grid-cols-4">
						{related.map((one) => (
							<li key={one.id}>
								<GiftCard gift={one} />
							</li>
						))}
					</ul>
				</section>
			)}
		</>
	)
}

function About({ description, tags }: { description: string; tags: string[] }) {
	return (
		<section className="card p-5">
			<h2 className="text-lg">{m['gift_page.about']()}</h2>
			<p className="mt-2 max-w-[68ch] whitespace-pre-line">{description}</p>
			{tags.length > 0 && (
				<ul aria-label={m['gift_page.tags']()} className="mt-3 flex flex-wrap gap-1.5">
					{tags.map((tag) => (
						<li key={tag}>
							<Badge>{tag}</Badge>
						</li>
					))}
				</ul>
			)}
			<h2 className="mt-6 text-lg">{m['gift_page.steps']()}</h2>
			<ol className="mt-2 grid list-decimal gap-1.5 pl-5 marker:text-muted">
				<li>{m['gift_page.step1']()}</li>
				<li>{m['gift_page.step2']()}</li>
				<li>{m['gift_page.step3']()}</li>
			</ol>
		</section>
	)
}
