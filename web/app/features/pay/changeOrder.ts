// Changes an unpaid order: its goods by `update`, where they go by `delivery_details/update`.

import * as sdk from '@larek/api/store/sdk.gen.ts'
import type { Call } from '~/api/call.ts'
import { ResponseError } from '~/api/errors.ts'
import { m } from '~/paraglide/messages.js'
import { type ChangeErrors, lineField, type OrderRef, type PayActionResult } from './payRequest.ts'
import { reasonOf } from './reason.ts'

export async function submitChange(call: Call, order: OrderRef, form: FormData): Promise<PayActionResult> {
	if (goodsText(form) === '') return { change: { detail: m['pay_page.change_nothing']() } }
	try {
		if (isGoodsChanged(form)) await updateGoods(call, order, form)
		await updateDetails(call, order, form)
		return { change: { isDone: true } }
	} catch (error) {
		if (!(error instanceof ResponseError)) throw error
		return { change: { errors: errorsOf(error, form), detail: reasonOf(error) } }
	}
}

const textOf = (form: FormData, name: string) => String(form.get(name) ?? '').trim()

/** The form carries what the order had before. */
function isGoodsChanged(form: FormData): boolean {
	return textOf(form, 'goods') !== goodsText(form)
}

/** Quantities, the amount or the gift as one text. */
export function goodsText(form: FormData): string {
	const gift = form.get('gift')
	if (gift !== null) return String(gift)
	const amount = form.get('amount')
	if (amount !== null) return plainAmount(String(amount))
	return linesOf(form)
		.map(({ id, quantity }) => `${id}×${quantity}`)
		.join(' ')
}

/** A line of which none is wanted is left out, which removes it. */
function linesOf(form: FormData): Array<{ id: number; quantity: number }> {
	return [...form].flatMap(([name, value]) => {
		const id = /^line-(\d+)$/.exec(name)?.[1]
		return id && Number(value) > 0 ? [{ id: Number(id), quantity: Number(value) }] : []
	})
}

/** «1 500,5» → `1500.50`; anything else is left for the server to refuse. */
export function plainAmount(text: string): string {
	const plain = text.replace(/[\s\u00a0₽]/g, '').replace(',', '.')
	const match = /^(\d+)(?:\.(\d{1,2}))?$/.exec(plain)
	return match ? `${match[1]}.${(match[2] ?? '').padEnd(2, '0')}` : plain
}

async function updateGoods(call: Call, order: OrderRef, form: FormData): Promise<void> {
	const known = { path: { id: order.id }, headers: { 'X-Order-Hash': order.hash } }
	const products = linesOf(form)
	switch (order.kind) {
		case 'PUBGOrder':
			await call(sdk.updatePubgOrder, { ...known, body: { products } })
			break
		case 'StandoffOrder':
			await call(sdk.updateStandoffOrder, { ...known, body: { products } })
			break
		case 'MooGoldOrder':
			await call(sdk.updateSupplyOrder, { ...known, body: { products } })
			break
		case 'SteamOrder':
			await call(sdk.updateSteamOrder, { ...known, body: { amount: plainAmount(textOf(form, 'amount')) } })
			break
		case 'RokkyOrder':
			await call(sdk.updateRokkyOrder, { ...known, body: { gift: Number(textOf(form, 'gift')) } })
	}
}

async function updateDetails(call: Call, order: OrderRef, form: FormData): Promise<void> {
	const known = { path: { id: order.id }, headers: { 'X-Order-Hash': order.hash } }
	const text = (name: string) => textOf(form, name) || undefined
	const email = text('email')
	switch (order.kind) {
		case 'PUBGOrder':
			await call(sdk.updatePubgDelivery, { ...known, body: { email } })
			break
		case 'RokkyOrder':
			await call(sdk.updateRokkyDelivery, { ...known, body: { email } })
			break
		case 'SteamOrder':
			await call(sdk.updateSteamDelivery, { ...known, body: { email, steamAccountId: text('steamAccountId') } })
			break
		case 'StandoffOrder':
			await call(sdk.updateStandoffDelivery, { ...known, body: { email, gameAccountId: text('gameAccountId') } })
			break
		case 'MooGoldOrder':
			await call(sdk.updateSupplyDelivery, {
				...known,
				body: {
					email,
					moogoldUserId: text('supplyUserId'),
					moogoldServer: Number(text('server')) || undefined,
					moogoldServerCustomId: text('serverCustom'),
				},
			})
	}
}

const fields: Record<string, string> = {
	email: 'email',
	amount: 'amount',
	gift: 'gift',
	steam_account_id: 'steamAccountId',
	game_account_id: 'gameAccountId',
	moogold_user_id: 'supplyUserId',
	moogold_server: 'server',
	moogold_server_custom_id: 'serverCustom',
}

/** Which field of the form the server did not accept. */
function errorsOf(error: ResponseError, form: FormData): ChangeErrors {
	const errors: ChangeErrors = {}
	for (const { field, detail } of error.problem?.fields ?? []) {
		const line = linesOf(form)[Number(/^products\.(\d+)/.exec(field)?.[1])]
		const name = line ? lineField(line.id) : fields[field]
		if (name) errors[name] ??= detail
	}
	return errors
}
