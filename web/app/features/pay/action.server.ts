import { data, redirect } from 'react-router'
import { apiAs } from '~/api/api.server.ts'
import type { Call } from '~/api/call.ts'
import { ResponseError } from '~/api/errors.ts'
import * as sdk from '~/api/gen/sdk.gen.ts'
import { missingIf4xx } from '~/api/notFound.ts'
import { privatePage } from '~/lib/caching.ts'
import { m } from '~/paraglide/messages.js'
import { fieldName, plainPhone } from './fields.ts'
import { freeMethod, groupsOf, methodsOf } from './methods.ts'
import { type Acted, webAddress } from './paymentSession.ts'

/** The promo code, and without scripts the payment itself. */
export async function act(request: Request, hash: string) {
	const form = await request.formData()
	const text = (name: string) => String(form.get(name) ?? '').trim()
	const { call } = apiAs(request)
	const order = await call(sdk.getOrder, { path: { hash } }).catch((error: unknown) => missingIf4xx(error, request))
	const known = { id: order.id, headers: { 'X-Order-Hash': hash } }
	const answer = (acted: Acted) => data(acted, { headers: { 'Cache-Control': privatePage } })
	switch (text('intent')) {
		case 'promo':
			return answer(await putPromo(call, known, text('code')))
		case 'proof':
			return answer(await prove(call, known, text('code')))
		case 'promo-off':
			return answer(await takePromoOff(call, known))
		default: {
			const acted = await start(call, known, text)
			const { scenario } = acted.started ?? {}
			if (scenario?.type !== 'redirect' && scenario?.type !== 'p2p_redirect') return answer(acted)
			throw redirect(webAddress(scenario.url) ?? `/ru/orders/${hash}/details`, { status: 303 })
		}
	}
}

type Known = { id: number; headers: { 'X-Order-Hash': string } }

async function start(call: Call, { id, headers }: Known, text: (name: string) => string): Promise<Acted> {
	const name = text('method')
	try {
		const method =
			name === freeMethod.name
				? freeMethod
				: methodsOf(groupsOf(await call(sdk.getActiveCountry))).find((one) => one.name === name)
		if (!method) return { refused: { method: name, detail: m['pay_page.choose']() } }
		const scenario = await call(sdk.startPayment, {
			path: { name },
			headers,
			body: {
				orderId: id,
				currency: method.currency.code,
				email: text(fieldName('email', name)) || undefined,
				phone: plainPhone(text(fieldName('phone', name))) || undefined,
			},
		})
		return { started: { method: name, scenario } }
	} catch (error) {
		if (!(error instanceof ResponseError)) throw error
		const detail = error.detail ?? m['pay_page.failed']()
		const needsProof = error.problem?.code === 'promo.proof_required'
		return { refused: { method: name, detail, needsProof, email: error.field('email'), phone: error.field('phone') } }
	}
}

async function putPromo(call: Call, { id, headers }: Known, code: string): Promise<Acted> {
	if (!code) return { promo: { code, error: m['order_form.promo_empty']() } }
	try {
		// Asking first gives the plainest reason, and changes nothing.
		await call(sdk.showOrderPromoCode, { path: { id }, headers, body: { code } })
		await call(sdk.activateOrderPromoCode, { path: { id }, headers, body: { code } })
		return {}
	} catch (error) {
		return { promo: { code, error: reason(error) } }
	}
}

async function prove(call: Call, { id, headers }: Known, code: string): Promise<Acted> {
	try {
		await call(sdk.proveOrderEmail, { path: { id }, headers, body: { code } })
		return { proof: { isDone: true } }
	} catch (error) {
		return { proof: { error: reason(error) } }
	}
}

async function takePromoOff(call: Call, { id, headers }: Known): Promise<Acted> {
	try {
		await call(sdk.deactivateOrderPromoCode, { path: { id }, headers })
		return {}
	} catch (error) {
		return { promo: { code: '', error: reason(error) } }
	}
}

function reason(error: unknown): string {
	if (!(error instanceof ResponseError)) throw error
	return error.field('code') ?? error.detail ?? m['pay_page.failed']()
}
