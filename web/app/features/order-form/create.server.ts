import { apiAs } from '~/api/api.server.ts'
import { accessCookie, readCookie } from '~/api/session.ts'
import { type Amounts, isEmailRequired, restore } from '~/entities/cart/cart.ts'
import { type Draft, draftOf } from '~/entities/order/draft.ts'
import { m } from '~/paraglide/messages.js'
import { completeOrder, makeOrder, type Refusals, refusalsOf } from './createOrder.ts'
import { loadGame } from './load.server.ts'
import { steamLimits } from './steam.ts'
import { problemsOf } from './validation.ts'

interface Answer {
	draft: Draft
	amounts: Amounts
	/** What the server did not accept. */
	refusals?: Refusals
	detail?: string
	made?: { hash: string; cookies: string[] }
}

/** Makes the order of a form sent without scripts, or tells what is in the way together with what was typed. */
export async function createFromForm(request: Request, gameId: string): Promise<Answer> {
	const form = await request.formData()
	const sent = draftOf(form)
	const { game, settings } = await loadGame(request, gameId)
	const isSignedIn = readCookie(request.headers.get('Cookie') ?? '', accessCookie) !== undefined
	const amounts = restore(sent.amounts, game)
	const limits = steamLimits(game, settings.steam)
	if (problemsOf({ game, draft: sent.draft, amounts, isSignedIn, limits }).length > 0) return sent

	const picture = form.get('gameAvatar')
	const withEmail = isEmailRequired(game, isSignedIn)
	const wish = { game, draft: sent.draft, amounts, withEmail, avatar: picture instanceof Blob ? picture : undefined }
	const { call, cookies } = apiAs(request)
	try {
		const made = await makeOrder(call, wish)
		await completeOrder(call, made, wish)
		return { ...sent, made: { hash: made.hash, cookies } }
	} catch (error) {
		const { refusals, detail } = refusalsOf(error)
		return { ...sent, refusals, detail: detail ?? m['order_form.failed']() }
	}
}
