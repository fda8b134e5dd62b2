// Loaded when the buyer has confirmed: the client of the API is heavy.
import { call } from '~/api/browser.ts'
import { completeOrder, type Made, makeOrder, refusalsOf, type Wish } from './createOrder.ts'
import { hideSlip } from './repeatOrderDismissal.ts'

export { hideSlip, refusalsOf }

/** Made but not complete yet, because its picture did not arrive: pressing again goes on from here. */
let waiting: { wish: string; made: Made } | undefined

export async function createHere(wish: Wish): Promise<Made> {
	const picture = wish.draft.gameAvatar
	const whole = { ...wish, avatar: picture?.startsWith('data:') ? blobOf(picture) : undefined }
	const { gameAvatar: _, historyOrderId: __, ...draft } = wish.draft
	const key = JSON.stringify([wish.game.resourcetype, draft, wish.amounts])
	const made = waiting?.wish === key ? waiting.made : await makeOrder(call, whole)
	waiting = { wish: key, made }
	await completeOrder(call, made, whole)
	waiting = undefined
	return made
}

/** The security policy does not let `fetch` read data addresses. */
export function blobOf(dataUrl: string): Blob {
	const [head = '', body = ''] = dataUrl.split(',', 2)
	const bytes = Uint8Array.from(atob(body), (char) => char.charCodeAt(0))
	return new Blob([bytes], { type: /^data:([^;]+)/.exec(head)?.[1] ?? 'image/png' })
}
