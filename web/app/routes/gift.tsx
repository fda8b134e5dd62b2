import { data, redirect, type ShouldRevalidateFunctionArgs } from 'react-router'
import { apiForVisitor } from '~/api/api.server.ts'
import { pageNotFound } from '~/api/notFound.ts'
import { accessCookie, readCookie } from '~/api/session.ts'
import { Crumbs } from '~/components/Crumbs.tsx'
import { marketOf, pageSeo } from '~/components/pageSeo.ts'
import { GiftGrid } from '~/entities/catalog/GiftGrid.tsx'
import { regionName, typeName } from '~/entities/catalog/giftNames.ts'
import { isSignedIn } from '~/entities/session/signedInState.ts'
import { loadGift } from '~/features/gifts/detail.server.ts'
import { GiftDescription } from '~/features/gifts/GiftDescription.tsx'
import { GiftHead } from '~/features/gifts/GiftHead.tsx'
import { GiftOrderSummary } from '~/features/gifts/GiftOrderSummary.tsx'
import { RegionPanel } from '~/features/gifts/RegionPanel.tsx'
import { submitGiftOrder } from '~/features/gifts/submitGiftOrder.ts'
import { pageHeaders, privatePage, shared } from '~/lib/caching.ts'
import { shownPrice } from '~/lib/charge.ts'
import { positive } from '~/lib/pageNumber.ts'
import { giftListPath, giftPath, payPath } from '~/lib/paths.ts'
import { payloadLoader } from '~/lib/payload.ts'
import { productJsonLd } from '~/lib/productJsonLd.ts'
import { m } from '~/paraglide/messages.js'
import type { Route } from './+types/gift'

export const clientLoader = (args: Route.ClientLoaderArgs) => payloadLoader(args)

export function headers(args: Route.HeadersArgs) {
	// The response to a form contains what one buyer typed.
	return args.actionHeaders.has('Cache-Control') ? { 'Cache-Control': privatePage } : pageHeaders(args)
}

/** For a browser without scripts, or not hydrated yet: on to pay, or the page back with what was typed. */
export async function action({ request, params }: Route.ActionArgs) {
	const giftId = positive(params.id)
	if (!giftId) throw pageNotFound(request)
	const { call, cookies } = apiForVisitor(request)
	const isSignedIn = readCookie(request.headers.get('Cookie') ?? '', accessCookie) !== undefined
	const result = await submitGiftOrder(call, await request.formData(), { giftId, isSignedIn })
	if ('hash' in result) {
		const headers = new Headers(cookies.map((cookie) => ['Set-Cookie', cookie]))
		return redirect(payPath(result.hash), { status: 303, headers })
	}
	return data(result, { headers: { 'Cache-Control': privatePage } })
}

export async function clientAction({ request, params }: Route.ClientActionArgs) {
	const form = await request.formData()
	const [{ call }, { submitGiftOrder }] = await Promise.all([
		import('~/api/browser.ts'),
		import('~/features/gifts/submitGiftOrder.ts'),
	])
	const result = await submitGiftOrder(call, form, { giftId: Number(params.id), isSignedIn: isSignedIn() })
	return 'hash' in result ? redirect(payPath(result.hash)) : result
}

/** An order does not change a page that is the same for all visitors. */
export function shouldRevalidate({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
	return formMethod ? false : defaultShouldRevalidate
}

export async function loader({ request, params }: Route.LoaderArgs) {
	return shared(await loadGift(request, params.id))
}

const trailOf = (gift: { id: number; title: string }) => [
	{ label: m['gifts_page.heading'](), to: giftListPath() },
	{ label: gift.title, to: giftPath(gift.id) },
]

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
	if (!loaderData) return []
	const { gift } = loaderData
	const path = giftPath(gift.id)
	const region = regionName(gift.region)
	const type = typeName(gift.type)
	return pageSeo(matches, {
		title: m['gift_page.title']({ title: gift.title, region }),
		description: m['gift_page.description']({
			...{ title: gift.title, type, region },
			price: shownPrice(gift.discountPrice ?? gift.price, marketOf(matches)),
		}),
		path,
		image: gift.logo ?? undefined,
		trail: trailOf(gift),
		things: (market) => [
			productJsonLd({ ...gift, image: gift.logo, path, isActive: gift.isAvailable, category: type }, market),
		],
	})
}

export default function GiftPage({ loaderData: { gift, related }, actionData }: Route.ComponentProps) {
	return (
		<>
			<Crumbs trail={trailOf(gift)} />
			{/* In this order on a phone: what it is, where it works, what it costs. On a desktop the receipt is beside. */}
			<div className="grid items-start gap-x-7 gap-y-5 lg:grid-cols-[1fr_380px] lg:grid-rows-[auto_auto_1fr]">
				<GiftHead gift={gift} />
				<RegionPanel gift={gift} />
				<div className="lg:sticky lg:top-6 lg:col-start-2 lg:row-span-3 lg:row-start-1">
					<GiftOrderSummary gift={gift} sent={actionData} />
				</div>
				<GiftDescription description={gift.description} tags={gift.tags} />
			</div>
			{related.length > 0 && (
				<section className="mt-12">
					<h2 className="head mb-4 text-xl md:text-2xl">{m['gift_page.related']()}</h2>
					<GiftGrid gifts={related} className="lg:grid-cols-4" />
				</section>
			)}
		</>
	)
}
