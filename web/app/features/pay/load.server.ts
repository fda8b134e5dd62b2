import { redirect } from 'react-router'
import { apiAs } from '~/api/api.server.ts'
import * as sdk from '~/api/gen/sdk.gen.ts'
import { missingIf4xx } from '~/api/notFound.ts'
import { viewOf } from '~/entities/order/orderView.ts'
import { groupsOf, methodsOf } from './methods.ts'
import { openQuote } from './paymentSession.ts'

/** An order to be paid, the ways to pay it, and the code in force on it. */
export async function loadPayment(request: Request, hash: string) {
	const { call, wasRefused } = apiAs(request)
	const headers = { 'X-Order-Hash': hash }
	const [found, country] = await Promise.all([
		call(sdk.getOrderDetails, { path: { hash } }).catch((error: unknown) => missingIf4xx(error, request)),
		call(sdk.getActiveCountry).catch(() => null),
	])
	const order = viewOf(found)
	if (!order.isPaymentActive) throw redirect(`/ru/orders/${hash}/details`)
	const path = { id: order.id }
	const groups = country && groupsOf(country)
	const open = openQuote(order, Date.now())
	const canReturn = open && groups && methodsOf(groups).find(({ name }) => name === open.method)?.canRetrievePaymentData
	const [promo, page] = await Promise.all([
		order.isOwner && order.toPay < order.total
			? call(sdk.getOrderPromoCode, { path, headers }).catch(() => null)
			: null,
		// Where a payment begun elsewhere can be gone on with.
		canReturn ? call(sdk.getOrderPaymentData, { path, headers }).catch(() => null) : null,
	])
	// Without a code the answer is empty.
	const code = promo && 'code' in promo ? { code: promo.code, percent: promo.percent } : null
	return { order, groups, promo: code, paymentPage: page?.url ?? null, isUnsure: wasRefused(), at: Date.now() }
}
