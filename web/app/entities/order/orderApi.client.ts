// Loaded when the page has come alive: the client of the API is heavy.
import { call } from '~/api/browser.ts'
import {
	checkPayselection,
	chooseRefund,
	getOrderDetails,
	getOrderStatus,
	terminatePayselection,
} from '~/api/gen/sdk.gen.ts'
import type { RefundTo } from '~/api/gen/types.gen.ts'
import { type OrderView, type QuoteView, viewOf } from './orderView.ts'

export async function askOrder(hash: string): Promise<OrderView> {
	return viewOf(await call(getOrderDetails, { path: { hash } }))
}

export async function askStatus(id: number, hash: string): Promise<string> {
	const { status, paymentId, paymentStatus } = await call(getOrderStatus, {
		path: { id },
		headers: { 'X-Order-Hash': hash },
	})
	return `${status} ${paymentId} ${paymentStatus}`
}

/** Only this provider can be asked by a buyer, and told that the buyer has changed their mind. */
const canBeAsked = 'payselection'

/** Back from the provider's page: it is asked at once, instead of waiting for its word. */
export async function askProvider(id: number, hash: string, { method, currency }: QuoteView): Promise<void> {
	if (method !== canBeAsked) return
	await call(checkPayselection, { headers: { 'X-Order-Hash': hash }, body: { orderId: id, currency } })
}

export async function stopPayment(orderId: number, hash: string, method: string): Promise<void> {
	if (method !== canBeAsked) return
	await call(terminatePayselection, { path: { orderId }, headers: { 'X-Order-Hash': hash } })
}

export async function chooseRefundTo(id: number, to: RefundTo): Promise<void> {
	await call(chooseRefund, { path: { id }, body: { to } })
}
