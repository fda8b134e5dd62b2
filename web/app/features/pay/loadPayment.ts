// What the pay page shows. The same for the page server and for the browser, which differ in how they call.

import * as sdk from '@larek/api/store/sdk.gen.ts'
import type { GiftRegion, Order } from '@larek/api/store/types.gen.ts'
import { type Minor, parseMoney } from '@larek/shared/money.ts'
import { href, replace } from 'react-router'
import type { Call } from '~/api/call.ts'
import { notFoundIf4xx } from '~/api/notFound.ts'
import type { OrderView } from '~/entities/order/orderView.ts'
import { toOrderView } from '~/entities/order/toOrderView.ts'
import { groupsOf, type MethodGroup, methodsOf } from './methods.ts'
import { openQuote } from './paymentSession.ts'

interface Asking {
	call: Call
	request: Request
	hash: string
	isSignedIn: boolean
}

/** What an unpaid order may be changed to. */
export interface Choices {
	servers: Array<{ id: number; name: string }>
	gifts: Array<{ id: number; title: string; region: GiftRegion; price: Minor }>
}

export interface PaymentData {
	order: OrderView
	/** Null when the methods could not be loaded. */
	groups: MethodGroup[] | null
	promo: { code: string; percent: number } | null
	/** Where a payment that was started elsewhere can be continued. */
	paymentPage: string | null
	/** The buyer's balance: undefined while unknown, null for a guest. */
	balance: Minor | null | undefined
	/** What of it cannot be spent. */
	frozen: Minor
	choices: Choices
	at: number
}

/** An order to be paid, the ways to pay it, the code in force on it, and what it may be changed to. */
export async function loadPayment({ call, request, hash, isSignedIn }: Asking): Promise<PaymentData> {
	const [found, country, profile] = await Promise.all([
		call(sdk.getOrderDetails, { path: { hash } }).catch((error: unknown) => notFoundIf4xx(error, request)),
		call(sdk.getActiveCountry).catch(() => null),
		isSignedIn ? call(sdk.getProfile).catch(() => undefined) : null,
	])
	const order = toOrderView(found)
	if (!order.isPaymentActive) throw replace(href('/ru/orders/:hash/details', { hash }))
	const groups = country && groupsOf(country)
	const [promo, paymentPage, choices] = await Promise.all([
		order.isOwner && order.toPay < order.total ? fetchPromo(call, order) : null,
		fetchPaymentPage(call, order, groups),
		order.isOwner ? fetchChoices(call, found) : { servers: [], gifts: [] },
	])
	const balance = profile && parseMoney(profile.balance)
	const frozen = parseMoney(profile?.frozen ?? '0')
	return { order, groups, promo, paymentPage, balance, frozen, choices, at: Date.now() }
}

const ofOrder = ({ id, hash }: OrderView) => ({ path: { id }, headers: { 'X-Order-Hash': hash } })

async function fetchPromo(call: Call, order: OrderView): Promise<PaymentData['promo']> {
	const promo = await call(sdk.getOrderPromoCode, ofOrder(order)).catch(() => null)
	// Without a code the answer is empty.
	return promo && 'code' in promo ? { code: promo.code, percent: promo.percent } : null
}

async function fetchPaymentPage(call: Call, order: OrderView, groups: MethodGroup[] | null): Promise<string | null> {
	const open = openQuote(order, Date.now())
	const method = open && groups && methodsOf(groups).find(({ name }) => name === open.method)
	if (!method?.canRetrievePaymentData) return null
	return call(sdk.getOrderPaymentData, ofOrder(order)).then(
		({ url }) => url,
		() => null,
	)
}

/** The servers of its game; for a gift its other editions and regions. */
async function fetchChoices(call: Call, order: Order): Promise<Choices> {
	const choices: Choices = { servers: [], gifts: [] }
	if (order.resourcetype === 'MooGoldOrder' && order.moogoldServer && order.game) {
		const query = { pageSize: 100 }
		const page = await call(sdk.listSupplyServers, { path: { gameId: order.game.id }, query }).catch(() => null)
		choices.servers = page?.results.map(({ id, name }) => ({ id, name })) ?? []
	}
	if (order.resourcetype === 'RokkyOrder') {
		const page = await call(sdk.listGifts, { query: { search: order.gift.title, limit: 12 } }).catch(() => null)
		choices.gifts =
			page?.results.map(({ id, title, region, price, discountPrice }) => {
				return { id, title, region, price: parseMoney(discountPrice ?? price) }
			}) ?? []
	}
	return choices
}
