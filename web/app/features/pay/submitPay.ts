// What the forms of the pay page do. The same for the page server and for the browser, which differ in how they call.

import * as sdk from '@larek/api/store/sdk.gen.ts'
import type { Call } from '~/api/call.ts'
import { ResponseError } from '~/api/errors.ts'
import { m } from '~/paraglide/messages.js'
import { submitChange } from './changeOrder.ts'
import { fieldName, fieldProblem, plainPhone } from './fields.ts'
import { currencyField, type OrderRef, type PayActionResult, type PayIntent } from './payRequest.ts'
import { reasonOf } from './reason.ts'

export async function submitPay(call: Call, hash: string, form: FormData): Promise<PayActionResult> {
	const order: OrderRef = {
		id: Number(form.get('order')),
		hash,
		kind: String(form.get('kind')) as OrderRef['kind'],
	}
	switch (form.get('intent') as PayIntent | null) {
		case 'promo':
			return applyPromo(call, order, textOf(form, 'code'))
		case 'promo-off':
			return removePromo(call, order)
		case 'proof':
			return proveEmail(call, order, textOf(form, 'code'))
		case 'avatar':
			return uploadAvatar(call, order, form.get('gameAvatar'))
		case 'change':
			return submitChange(call, order, form)
		case 'stop':
			return stopPayment(call, order, form)
		default:
			return startPayment(call, order, form)
	}
}

const textOf = (form: FormData, name: string) => String(form.get(name) ?? '').trim()

const ofOrder = ({ id, hash }: OrderRef) => ({ path: { id }, headers: { 'X-Order-Hash': hash } })

async function startPayment(call: Call, order: OrderRef, form: FormData): Promise<PayActionResult> {
	const method = textOf(form, 'method')
	if (!method) return { refused: { method, detail: m['pay_page.choose']() } }
	const given = {
		email: textOf(form, fieldName('email', method)),
		phone: plainPhone(textOf(form, fieldName('phone', method))),
	}
	const wrong: { email?: string; phone?: string } = {}
	for (const field of ['email', 'phone'] as const) {
		if (form.has(fieldName(field, method))) wrong[field] = fieldProblem(field, given[field])
	}
	const detail = wrong.email ?? wrong.phone
	if (detail) return { refused: { method, detail, ...wrong } }
	try {
		const scenario = await call(sdk.startPayment, {
			path: { name: method },
			headers: { 'X-Order-Hash': order.hash },
			body: {
				orderId: order.id,
				currency: textOf(form, currencyField(method)) || 'RUB',
				email: given.email || undefined,
				phone: given.phone || undefined,
			},
		})
		return { started: { method, scenario } }
	} catch (error) {
		return { refused: { method, ...refusalOf(error) } }
	}
}

function refusalOf(error: unknown) {
	if (!(error instanceof ResponseError)) throw error
	return {
		detail: error.field('email') ?? error.field('phone') ?? reasonOf(error),
		needsProof: error.problem?.code === 'promo.proof_required',
		email: error.field('email'),
		phone: error.field('phone'),
	}
}

/** Of all providers only this one accepts a cancellation by the buyer. */
const canBeStopped = 'payselection'

async function stopPayment(call: Call, order: OrderRef, form: FormData): Promise<PayActionResult> {
	const method = textOf(form, 'stopping')
	if (method === canBeStopped) {
		// If it is not cancelled, it is replaced when the next one begins.
		await call(sdk.terminatePayselection, {
			path: { orderId: order.id },
			headers: { 'X-Order-Hash': order.hash },
		}).catch(() => {})
	}
	return { left: { payment: Number(form.get('payment')), method } }
}

async function applyPromo(call: Call, order: OrderRef, code: string): Promise<PayActionResult> {
	if (!code) return { promo: { code, error: m['order_form.promo_empty']() } }
	try {
		// The preview returns the clearest reason, and changes nothing.
		await call(sdk.showOrderPromoCode, { ...ofOrder(order), body: { code } })
		await call(sdk.activateOrderPromoCode, { ...ofOrder(order), body: { code } })
		return { promo: { code } }
	} catch (error) {
		return { promo: { code, error: reasonOf(error, 'code') } }
	}
}

async function removePromo(call: Call, order: OrderRef): Promise<PayActionResult> {
	try {
		await call(sdk.deactivateOrderPromoCode, ofOrder(order))
		return {}
	} catch (error) {
		return { promo: { code: '', error: reasonOf(error, 'code') } }
	}
}

async function proveEmail(call: Call, order: OrderRef, code: string): Promise<PayActionResult> {
	try {
		await call(sdk.proveOrderEmail, { ...ofOrder(order), body: { code } })
		return { proof: { isDone: true } }
	} catch (error) {
		return { proof: { error: reasonOf(error, 'code') } }
	}
}

async function uploadAvatar(call: Call, order: OrderRef, file: FormDataEntryValue | null): Promise<PayActionResult> {
	if (!(file instanceof Blob) || file.size === 0) return { avatar: { error: m['pay_page.avatar_missing']() } }
	try {
		await call(sdk.uploadStandoffAvatar, { ...ofOrder(order), body: { gameAvatar: file } })
		return { avatar: { isDone: true } }
	} catch (error) {
		return { avatar: { error: reasonOf(error, 'game_avatar') } }
	}
}
