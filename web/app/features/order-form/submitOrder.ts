// What the order form does when it is sent, by a browser or by the page server for a browser without scripts.
import type { Call } from '~/api/call.ts'
import { type Amounts, isEmailRequired, restore } from '~/entities/cart/cart.ts'
import { type Draft, draftOf } from '~/entities/order/draft.ts'
import { m } from '~/paraglide/messages.js'
import {
	type CreatedOrder,
	createOrder,
	type FieldErrors,
	fieldErrors,
	finishOrder,
	type OrderRequest,
} from './createOrder.ts'
import { fetchGame } from './fetchGame.ts'
import { intentField, pendingField, promoIntent } from './formNames.ts'
import { type PromoPreview, previewPromo } from './previewPromo.ts'
import { parseSum, plainSum, steamLimits, walletNeeds } from './steam.ts'
import { findProblems } from './validation.ts'

/** The form again, with what was typed and its errors. */
export interface OrderFormResult {
	draft: Draft
	amounts: Amounts
	/** What the server did not accept, by field. */
	errors?: FieldErrors
	/** The sentence about all of it. */
	detail?: string
	promo?: PromoPreview
	/** An order that exists but lacks its picture: returned with the form, so that no second one is made. */
	pending?: string
}

interface Sender {
	gameId: number
	isSignedIn: boolean
}

/** Creates the order, or returns the form with its errors. */
export async function submitOrder(
	call: Call,
	form: FormData,
	{ gameId, isSignedIn }: Sender,
): Promise<CreatedOrder | OrderFormResult> {
	const sent = draftOf(form)
	if (form.get(intentField) === promoIntent) {
		return { ...sent, promo: await previewPromo(call, sent.draft.promo, gameId) }
	}
	let created: CreatedOrder | undefined
	let key = ''
	try {
		const { game, settings } = await fetchGame(call, gameId)
		const amounts = restore(sent.amounts, game)
		const arrives = parseSum(sent.draft.steamWallet ?? '')
		if (!sent.draft.steamAmount && arrives !== null && settings.steam) {
			sent.draft.steamAmount = plainSum(walletNeeds(arrives, settings.steam))
		}
		const limits = steamLimits(game, settings.steam)
		const problems = findProblems({ game, draft: sent.draft, amounts, isSignedIn, limits })
		if (problems.length > 0) return { ...sent, errors: {} }

		const picture = form.get('gameAvatar')
		const avatar = picture instanceof Blob && picture.size > 0 ? picture : undefined
		const request = { game, draft: sent.draft, amounts, withEmail: isEmailRequired(game, isSignedIn), avatar }
		key = requestKey(request)
		created = pendingOrder(form.get(pendingField), key) ?? (await createOrder(call, request))
		await finishOrder(call, created, request)
		return { id: created.id, hash: created.hash }
	} catch (error) {
		const { errors, detail } = fieldErrors(error)
		const pending = created && JSON.stringify({ id: created.id, hash: created.hash, of: key })
		return { ...sent, errors, detail: detail ?? m['order_form.failed'](), ...(pending && { pending }) }
	}
}

/** The order an earlier attempt has made, if the form still asks for the same. */
function pendingOrder(text: unknown, key: string): CreatedOrder | undefined {
	try {
		const { id, hash, of } = JSON.parse(String(text))
		return of === key && Number.isSafeInteger(id) && typeof hash === 'string' ? { id, hash } : undefined
	} catch {
		return undefined
	}
}

/** Everything an order is created from; the picture and the code are added to it afterwards. */
function requestKey({ game, draft, amounts }: OrderRequest): string {
	const { gameAvatar: _, historyOrderId: __, promo: ___, steamWallet: ____, ...rest } = draft
	return JSON.stringify([game.resourcetype, Object.entries(rest).sort(), amounts])
}
