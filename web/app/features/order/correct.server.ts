import { apiAs } from '~/api/api.server.ts'
import { ResponseError } from '~/api/errors.ts'
import * as sdk from '~/api/gen/sdk.gen.ts'
import { missingIf4xx } from '~/api/notFound.ts'
import type { DraftField } from '~/entities/order/draft.ts'
import { m } from '~/paraglide/messages.js'

export interface Corrected {
	errors?: Partial<Record<DraftField, string>>
	detail?: string
}

const fields: Record<string, DraftField> = {
	moogold_user_id: 'supplyUserId',
	moogold_server: 'server',
	moogold_server_custom_id: 'serverCustom',
	game_account_id: 'gameAccountId',
	steam_account_id: 'steamAccountId',
}

/** Sends mended details to the order the form belongs to. */
export async function correct(request: Request, hash: string): Promise<Corrected> {
	const form = await request.formData()
	const text = (name: DraftField) => String(form.get(name) ?? '').trim() || undefined
	const { call } = apiAs(request)
	const order = await call(sdk.getOrder, { path: { hash } }).catch((error: unknown) => missingIf4xx(error, request))
	const known = { path: { id: order.id }, headers: { 'X-Order-Hash': hash } }
	try {
		if (order.resourcetype === 'MooGoldOrder') {
			const server = Number(text('server')) || undefined
			await call(sdk.updateSupplyDelivery, {
				...known,
				body: {
					moogoldUserId: text('supplyUserId'),
					moogoldServer: server,
					moogoldServerCustomId: text('serverCustom'),
				},
			})
		} else if (order.resourcetype === 'StandoffOrder') {
			await call(sdk.updateStandoffDelivery, { ...known, body: { gameAccountId: text('gameAccountId') } })
		} else if (order.resourcetype === 'SteamOrder') {
			await call(sdk.updateSteamDelivery, { ...known, body: { steamAccountId: text('steamAccountId') } })
		}
		return {}
	} catch (error) {
		if (!(error instanceof ResponseError)) throw error
		const errors: Corrected['errors'] = {}
		for (const { field, detail } of error.problem?.fields ?? []) {
			const name = fields[field]
			if (name) errors[name] = detail
		}
		return { errors, detail: error.detail ?? m['pay_page.failed']() }
	}
}
