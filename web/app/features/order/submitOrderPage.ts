// What the forms of the order page do. The same for the page server and for the browser, which differ in how they call.

import * as sdk from '@larek/api/store/sdk.gen.ts'
import type { RefundTo } from '@larek/api/store/types.gen.ts'
import type { Call } from '~/api/call.ts'
import { ResponseError } from '~/api/errors.ts'
import type { DraftField } from '~/entities/order/draft.ts'
import type { OrderView } from '~/entities/order/orderView.ts'
import { m } from '~/paraglide/messages.js'

export type OrderIntent = 'correct' | 'refund' | 'check' | 'complaint'

export interface OrderActionResult {
	correction?: { errors?: Partial<Record<DraftField, string>>; detail?: string }
	refund?: { to?: RefundTo; error?: string }
	complaint?: { error?: string }
	/** The shop did not answer. */
	failed?: string
}

export async function submitOrderPage(call: Call, hash: string, form: FormData): Promise<OrderActionResult> {
	const known = { path: { id: Number(form.get('order')) }, headers: { 'X-Order-Hash': hash } }
	switch (form.get('intent') as OrderIntent | null) {
		case 'refund':
			return { refund: await chooseRefund(call, known, form) }
		case 'complaint':
			return { complaint: await complain(call, known, form) }
		case 'check':
			// After the provider's page: the provider is queried at once, instead of waiting for its webhook.
			await call(sdk.checkPayselection, {
				headers: known.headers,
				body: { orderId: known.path.id, currency: String(form.get('currency')) },
			}).catch(() => {})
			return {}
		default:
			return { correction: await correctDetails(call, known, form) }
	}
}

interface Known {
	path: { id: number }
	headers: { 'X-Order-Hash': string }
}

async function chooseRefund(call: Call, known: Known, form: FormData): Promise<OrderActionResult['refund']> {
	const to = form.get('to') === 'balance' ? 'balance' : 'method'
	try {
		await call(sdk.chooseRefund, { ...known, body: { to } })
		return { to }
	} catch (error) {
		if (!(error instanceof ResponseError)) throw error
		return { error: error.detail ?? m['order_page.refund_to.failed']() }
	}
}

async function complain(call: Call, known: Known, form: FormData): Promise<OrderActionResult['complaint']> {
	try {
		const text = String(form.get('text') ?? '').trim()
		const code = { code: Number(form.get('code')), isUnit: form.get('is_unit') === 'true' }
		await call(sdk.complainAboutCode, { ...known, body: { ...code, text: text || undefined } })
		return {}
	} catch (error) {
		if (!(error instanceof ResponseError)) throw error
		return { error: error.detail ?? m['order_page.complaint.failed']() }
	}
}

const fields: Record<string, DraftField> = {
	moogold_user_id: 'supplyUserId',
	moogold_server: 'server',
	moogold_server_custom_id: 'serverCustom',
	game_account_id: 'gameAccountId',
	steam_account_id: 'steamAccountId',
}

async function correctDetails(call: Call, known: Known, form: FormData): Promise<OrderActionResult['correction']> {
	try {
		await sendDetails(call, known, form)
		return {}
	} catch (error) {
		if (!(error instanceof ResponseError)) throw error
		const errors: Partial<Record<DraftField, string>> = {}
		for (const { field, detail } of error.problem?.fields ?? []) {
			const name = fields[field]
			if (name) errors[name] = detail
		}
		return { errors, detail: error.detail ?? m['pay_page.failed']() }
	}
}

async function sendDetails(call: Call, known: Known, form: FormData): Promise<void> {
	const text = (name: DraftField) => String(form.get(name) ?? '').trim() || undefined
	switch (form.get('kind') as OrderView['kind'] | null) {
		case 'MooGoldOrder':
			await call(sdk.updateSupplyDelivery, {
				...known,
				body: {
					moogoldUserId: text('supplyUserId'),
					moogoldServer: Number(text('server')) || undefined,
					moogoldServerCustomId: text('serverCustom'),
				},
			})
			break
		case 'StandoffOrder':
			await call(sdk.updateStandoffDelivery, { ...known, body: { gameAccountId: text('gameAccountId') } })
			break
		case 'SteamOrder':
			await call(sdk.updateSteamDelivery, { ...known, body: { steamAccountId: text('steamAccountId') } })
	}
}
