import { lazy, Suspense } from 'react'
import { data } from 'react-router'
import { apiForVisitor } from '~/api/api.server.ts'
import { OrderUnreachable } from '~/entities/order/ConnectionNote.tsx'
import { nullIfUnreachable, orNoAnswer, useLastKnown } from '~/entities/order/lastKnown.ts'
import { loadOrder } from '~/features/order/loadOrder.ts'
import { OrderPage } from '~/features/order/OrderPage.tsx'
import { type OrderActionResult, submitOrderPage } from '~/features/order/submitOrderPage.ts'
import { pageHeaders, privatePage } from '~/lib/caching.ts'
import { noIndex } from '~/lib/seo.ts'
import { m } from '~/paraglide/messages.js'
import type { Route } from './+types/order'

// Only a buyer who is signed in and has got everything is asked.
const ReviewForm = lazy(() => import('~/features/feedback/ReviewForm.tsx'))

export const headers = pageHeaders
/** It follows the order. */
export const handle = { hydrate: 'immediately' }

/** Used by the page and by its client functions, which leaves them in one file: no download while the line is bad. */
const client = () => import('~/features/order/order.client.ts')

export async function loader({ request, params: { hash } }: Route.LoaderArgs) {
	const { call, wasRefused } = apiForVisitor(request)
	const loaded = await loadOrder(call, request, hash)
	return { ...loaded, isUnsure: wasRefused() }
}

export function clientLoader({ request, params: { hash } }: Route.ClientLoaderArgs) {
	return nullIfUnreachable(async () => {
		const { call, loadOrder } = await client()
		return { ...(await loadOrder(call, request, hash)), isUnsure: false }
	})
}

export async function action({ request, params: { hash } }: Route.ActionArgs) {
	const result = await submitOrderPage(apiForVisitor(request).call, hash, await request.formData())
	return data(result, { headers: { 'Cache-Control': privatePage } })
}

export async function clientAction({ request, params: { hash } }: Route.ClientActionArgs): Promise<OrderActionResult> {
	const form = await request.formData()
	return orNoAnswer(async () => {
		const { call, submitOrderPage } = await client()
		return submitOrderPage(call, hash, form)
	})
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
	noIndex(loaderData ? m['order_page.receipt']({ id: loaderData.order.id }) : m['orders_page.title']())

export default function OrderRoute({ loaderData, actionData }: Route.ComponentProps) {
	const loaded = useLastKnown(loaderData)
	if (!loaded) return <OrderUnreachable />
	const { order, isUnsure } = loaded
	const review = (
		<Suspense fallback={null}>
			<ReviewForm orderId={order.id} isAllowed={order.isFeedbackAllowed} />
		</Suspense>
	)
	return (
		<OrderPage key={order.hash} {...{ loaded, isUnsure, review }} isStale={loaderData === null} acted={actionData} />
	)
}
