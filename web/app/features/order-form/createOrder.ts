// Creates the order a form describes. The same for a browser and for the page server, which differ in how they call.

import * as sdk from '@larek/api/store/sdk.gen.ts'
import { writeMoney } from '@larek/shared/money.ts'
import type { Call } from '~/api/call.ts'
import { ResponseError } from '~/api/errors.ts'
import type { Amounts } from '~/entities/cart/cart.ts'
import type { Draft } from '~/entities/order/draft.ts'
import type { OrderGame } from './game.ts'
import { parseSum } from './steam.ts'
import type { FormField } from './validation.ts'

export interface OrderRequest {
	game: Pick<OrderGame, 'resourcetype' | 'isServerNeeded' | 'servers'>
	draft: Draft
	amounts: Amounts
	withEmail: boolean
	/** The picture of the account, when one was chosen. */
	avatar?: Blob
}

export interface CreatedOrder {
	id: number
	hash: string
}

export async function createOrder(call: Call, request: OrderRequest): Promise<CreatedOrder> {
	const { game, draft, amounts } = request
	const text = (value: string | undefined) => value?.trim() ?? ''
	const email = request.withEmail ? text(draft.email) : undefined
	const products = Object.entries(amounts)
		.filter(([, quantity]) => quantity > 0)
		.map(([productId, quantity]) => ({ productId: Number(productId), quantity }))
	switch (game.resourcetype) {
		case 'Steam': {
			const amount = writeMoney(parseSum(draft.steamAmount ?? '') ?? 0)
			return call(sdk.createSteamOrder, { body: { amount, steamAccountId: text(draft.steamAccountId), email } })
		}
		case 'StandoffGame':
			return call(sdk.createStandoffOrder, { body: { products, gameAccountId: text(draft.gameAccountId), email } })
		case 'SupplyGame': {
			const isListed = game.isServerNeeded && game.servers.length > 0
			const isTyped = game.isServerNeeded && game.servers.length === 0
			return call(sdk.createSupplyOrder, {
				body: {
					products,
					email,
					supplyChannelUserId: text(draft.supplyUserId),
					supplyChannelServer: isListed ? Number(draft.server) : undefined,
					supplyChannelServerCustomId: isTyped ? text(draft.serverCustom) : undefined,
				},
			})
		}
		default:
			return call(sdk.createPubgOrder, { body: { products, email } })
	}
}

/** What an order needs before it can be paid for, and what the buyer asked for with it. */
export async function finishOrder(call: Call, { id, hash }: CreatedOrder, request: OrderRequest): Promise<void> {
	const { game, draft, avatar } = request
	const headers = { 'X-Order-Hash': hash }
	if (game.resourcetype === 'StandoffGame') {
		const historyOrderId = Number(draft.historyOrderId) || undefined
		await call(sdk.uploadStandoffAvatar, {
			path: { id },
			headers,
			body: historyOrderId ? { historyOrderId } : { gameAvatar: avatar },
		})
	}
	const code = draft.promo?.trim()
	// A code that does not fit is no reason to lose the order: the pay page has the field again.
	if (code) await call(sdk.activateOrderPromoCode, { path: { id }, headers, body: { code } }).catch(() => {})
}

export type FieldErrors = Partial<Record<FormField, string>>

const formFields: Record<string, FormField> = {
	email: 'email',
	amount: 'steamAmount',
	steam_account_id: 'steamAccountId',
	game_account_id: 'gameAccountId',
	game_avatar: 'gameAvatar',
	history_order_id: 'gameAvatar',
	supply_channel_user_id: 'supplyUserId',
	supply_channel_server: 'server',
	supply_channel_server_custom_id: 'serverCustom',
	products: 'packs',
}

/** What the server said about which field, and the sentence about all of it. */
export function fieldErrors(error: unknown): { errors: FieldErrors; detail?: string } {
	if (!(error instanceof ResponseError)) return { errors: {} }
	const errors: FieldErrors = {}
	for (const { field, detail } of error.problem?.fields ?? []) {
		const name = formFields[field.split('.')[0] ?? '']
		if (name) errors[name] ??= detail
	}
	return { errors, detail: error.detail }
}
