// Loaded after hydration: the client of the API is heavy.

import * as sdk from '@larek/api/store/sdk.gen.ts'
import type { AnyPromoCode, OrderStatus } from '@larek/api/store/types.gen.ts'
import { call } from '~/api/browser.ts'
import { ResponseError } from '~/api/errors.ts'
import { showToast } from '~/components/toast/toasts.ts'
import { toOrderRow } from '~/entities/order/orderRow.ts'
import { toOrderView } from '~/entities/order/toOrderView.ts'
import { emitPromoCodeEvent } from '~/entities/session/promoCodeEvents.ts'
import { m } from '~/paraglide/messages.js'
import { filterOf } from './filters.ts'
import type { MovementsPage, OrdersPage, ProfileData, ProfileResult } from './profile.ts'

export const ordersAtOnce = 50
export const movementsAtOnce = 5

/** The page, or more of one of its lists: `page` goes on with the orders, `moves` with what moved on the balance. */
export async function loadProfile(url: URL): Promise<ProfileData> {
	const { searchParams } = url
	const page = Number(searchParams.get('page'))
	const offset = Number(searchParams.get('moves'))
	const [orders, movements] = await Promise.all([
		offset ? null : loadOrders(filterOf(searchParams.get('status')), page || 1).catch(() => null),
		page ? null : loadMovements(offset).catch(() => null),
	])
	return { orders, movements }
}

async function loadOrders(status: OrderStatus | undefined, page: number): Promise<OrdersPage> {
	const { count, next, results } = await call(sdk.listOrders, {
		query: { page, pageSize: ordersAtOnce, ...(status && { status }) },
	})
	return { count, rows: results.map((order) => toOrderRow(toOrderView(order))), isMore: next !== null }
}

async function loadMovements(offset: number): Promise<MovementsPage> {
	const { results, next } = await call(sdk.listMovements, { query: { limit: movementsAtOnce, offset } })
	return { rows: results, isMore: next !== null }
}

async function activate(code: string): Promise<void> {
	const promoCode: AnyPromoCode = await call(sdk.activatePromoCode, { body: { code } })
	emitPromoCodeEvent({ type: 'ACTIVATE_CODE', promoCode })
}

const intents: Record<string, (form: FormData) => Promise<ProfileResult>> = {
	async activate(form) {
		const code = String(form.get('code') ?? '').trim()
		if (!code) return { error: m['profile.promo_empty']() }
		await activate(code)
		return {}
	},
	async deactivate() {
		await call(sdk.deactivatePromoCode)
		emitPromoCodeEvent({ type: 'DEACTIVATE_CODE' })
		return {}
	},
	async claim() {
		await activate((await call(sdk.claimPurchasePromoCode)).code)
		return {}
	},
	async 'claim-orders'() {
		const { count } = await call(sdk.claimOrders)
		if (count === 0) showToast('warning', m['profile.claimed_none']())
		else showToast('success', m['profile.claimed']({ count }))
		return {}
	},
}

/** Does what a form of the profile asks for; a refusal is shown with the server's message. */
export async function submitProfile(form: FormData): Promise<ProfileResult> {
	const intent = String(form.get('intent'))
	try {
		return (await intents[intent]?.(form)) ?? {}
	} catch (caught) {
		const reason = caught instanceof ResponseError && (caught.field('code') ?? caught.detail)
		const error = reason || m['settings.not_done']()
		if (intent === 'claim-orders') showToast('error', error)
		return { error }
	}
}
