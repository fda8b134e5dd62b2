// Loaded when the buyer pays: the client of the API is heavy.
import { call, session } from '~/api/browser.ts'
import { ResponseError } from '~/api/errors.ts'
import { getProfile, startPayment } from '~/api/gen/sdk.gen.ts'
import { type Minor, parseMoney } from '~/lib/money.ts'
import { m } from '~/paraglide/messages.js'
import type { Method } from './methods.ts'
import type { Acted } from './paymentSession.ts'

interface Start {
	order: { id: number; hash: string }
	method: Method
	email?: string
	phone?: string
}

export async function startHere({ order, method, email, phone }: Start): Promise<Acted> {
	try {
		const scenario = await call(startPayment, {
			path: { name: method.name },
			headers: { 'X-Order-Hash': order.hash },
			body: { orderId: order.id, currency: method.currency.code, email, phone },
		})
		return { started: { method: method.name, scenario } }
	} catch (error) {
		if (!(error instanceof ResponseError)) throw error
		const fields = { email: error.field('email'), phone: error.field('phone') }
		const needsProof = error.problem?.code === 'promo.proof_required'
		return { refused: { method: method.name, detail: error.detail ?? m['pay_page.failed'](), needsProof, ...fields } }
	}
}

/** What lies on the buyer's account; null for a guest. */
export async function askBalance(): Promise<Minor | null> {
	if (!session().access) return null
	const { balance } = await call(getProfile)
	return parseMoney(balance)
}
