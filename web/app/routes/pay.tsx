import { useEffect } from 'react'
import { data, redirect } from 'react-router'
import { apiForVisitor } from '~/api/api.server.ts'
import { accessCookie, readCookie } from '~/api/session.ts'
import { OrderUnreachable } from '~/entities/order/ConnectionNote.tsx'
import { nullIfUnreachable, orNoAnswer, useLastKnown } from '~/entities/order/lastKnown.ts'
import { isSignedIn } from '~/entities/session/signedInState.ts'
import { loadPayment } from '~/features/pay/loadPayment.ts'
import { PayPage } from '~/features/pay/PayPage.tsx'
import { webAddress } from '~/features/pay/paymentSession.ts'
import type { PayActionResult } from '~/features/pay/payRequest.ts'
import { submitPay } from '~/features/pay/submitPay.ts'
import { pageHeaders, privatePage } from '~/lib/caching.ts'
import { noIndex } from '~/lib/seo.ts'
import { m } from '~/paraglide/messages.js'
import type { Route } from './+types/pay'

export const headers = pageHeaders
/** It follows the payment. */
export const handle = { hydrate: 'immediately' }

/** Used by the page and by its client functions, which leaves them in one file: see payment.client.ts. */
const client = () => import('~/features/pay/payment.client.ts')

export async function loader({ request, params: { hash } }: Route.LoaderArgs) {
	const { call, wasRefused } = apiForVisitor(request)
	const isSignedIn = readCookie(request.headers.get('Cookie') ?? '', accessCookie) !== undefined
	const loaded = await loadPayment({ call, request, hash, isSignedIn })
	return { ...loaded, isUnsure: wasRefused() }
}

export function clientLoader({ request, params: { hash } }: Route.ClientLoaderArgs) {
	return nullIfUnreachable(async () => {
		const { call, loadPayment } = await client()
		return { ...(await loadPayment({ call, request, hash, isSignedIn: isSignedIn() })), isUnsure: false }
	})
}

export async function action({ request, params: { hash } }: Route.ActionArgs) {
	const result = await submitPay(apiForVisitor(request).call, hash, await request.formData())
	const { scenario } = result.started ?? {}
	const isElsewhere = scenario?.type === 'redirect' || scenario?.type === 'p2p_redirect'
	const url = isElsewhere && webAddress(scenario.url)
	if (url) throw redirect(url, { status: 303 })
	return data(result, { headers: { 'Cache-Control': privatePage } })
}

export async function clientAction({ request, params: { hash } }: Route.ClientActionArgs): Promise<PayActionResult> {
	const form = await request.formData()
	return orNoAnswer(async () => {
		const { call, submitPay } = await client()
		return submitPay(call, hash, form)
	})
}

export const meta: Route.MetaFunction = () => noIndex(m['pay_page.title']())

export default function Pay({ loaderData, actionData }: Route.ComponentProps) {
	const loaded = useLastKnown(loaderData)
	useEffect(() => {
		client().catch(() => {}) // tried again when it is needed
	}, [])
	if (!loaded) return <OrderUnreachable />
	const { order, isUnsure } = loaded
	return <PayPage key={order.hash} {...{ loaded, isUnsure }} isStale={loaderData === null} acted={actionData} />
}
