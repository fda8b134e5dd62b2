import { call } from '~/api/browser.ts'
import { ResponseError } from '~/api/errors.ts'
import { showPromoCode } from '~/api/gen/sdk.gen.ts'
import { m } from '~/paraglide/messages.js'

export async function askPromo(code: string, gameId: number): Promise<{ text: string; isGood: boolean }> {
	try {
		const promo = await call(showPromoCode, { body: { code } })
		const isForGifts = promo.resourcetype === 'GiftPromoCode'
		if (isForGifts) return { text: m['order_form.promo_gifts'](), isGood: false }
		if (promo.game && promo.game.id !== gameId) {
			return { text: m['order_form.promo_game']({ game: promo.game.title }), isGood: false }
		}
		return { text: m['order_form.promo_good']({ percent: promo.percent }), isGood: true }
	} catch (error) {
		const detail = error instanceof ResponseError && (error.field('code') ?? error.detail)
		return { text: detail || m['order_form.failed'](), isGood: false }
	}
}
