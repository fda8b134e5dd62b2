import { data } from 'react-router'
import { correct } from '~/features/order/correct.server.ts'
import { loadOrder } from '~/features/order/load.server.ts'
import { OrderPage } from '~/features/order/OrderPage.tsx'
import { pageHeaders, privatePage } from '~/lib/caching.ts'
import { hidden } from '~/lib/seo.ts'
import { m } from '~/paraglide/messages.js'
import type { Route } from './+types/order'

export const headers = pageHeaders
/** It follows the order. */
export const handle = { alive: true }

export function loader({ request, params }: Route.LoaderArgs) {
	return loadOrder(request, params.hash)
}

export async function action({ request, params }: Route.ActionArgs) {
	return data(await correct(request, params.hash), { headers: { 'Cache-Control': privatePage } })
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
	hidden(loaderData ? m['order_page.receipt']({ id: loaderData.order.id }) : m['orders_page.title']())

export default function OrderRoute({ loaderData, actionData }: Route.ComponentProps) {
	return <OrderPage key={loaderData.order.hash} loaded={loaderData} corrected={actionData} />
}
