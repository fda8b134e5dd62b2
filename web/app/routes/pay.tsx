import { act } from '~/features/pay/action.server.ts'
import { loadPayment } from '~/features/pay/load.server.ts'
import { PayPage } from '~/features/pay/PayPage.tsx'
import { pageHeaders } from '~/lib/caching.ts'
import { hidden } from '~/lib/seo.ts'
import { m } from '~/paraglide/messages.js'
import type { Route } from './+types/pay'

export const headers = pageHeaders
/** It follows the payment. */
export const handle = { alive: true }

export function loader({ request, params }: Route.LoaderArgs) {
	return loadPayment(request, params.hash)
}

export function action({ request, params }: Route.ActionArgs) {
	return act(request, params.hash)
}

export const meta: Route.MetaFunction = () => hidden(m['pay_page.title']())

export default function Pay({ loaderData, actionData }: Route.ComponentProps) {
	return <PayPage key={loaderData.order.hash} loaded={loaderData} acted={actionData} />
}
