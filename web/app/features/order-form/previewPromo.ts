import { showPromoCode } from '@larek/api/store/sdk.gen.ts'
import type { Call } from '~/api/call.ts'
import { ResponseError } from '~/api/errors.ts'
import { promoPercent } from '~/entities/cart/promo.ts'
import { m } from '~/paraglide/messages.js'

export interface PromoPreview {
	code: string
	/** What it takes off; 0 when it does not fit. */
	percent: number
	text: string
}

/** What a code would take off an order of this game. */
export async function previewPromo(call: Call, typed: string | undefined, gameId: number): Promise<PromoPreview> {
	const code = typed?.trim() ?? ''
	if (!code) return { code, percent: 0, text: m['order_form.promo_empty']() }
	try {
		const promo = await call(showPromoCode, { body: { code } })
		const percent = promoPercent(promo, { gameId })
		if (percent > 0) return { code, percent, text: m['order_form.promo_good']({ percent }) }
		const isForGifts = promo.resourcetype === 'GiftPromoCode'
		const other = isForGifts
			? m['order_form.promo_gifts']()
			: m['order_form.promo_game']({ game: promo.game?.title ?? '' })
		return { code, percent, text: other }
	} catch (error) {
		const detail = error instanceof ResponseError && (error.field('code') ?? error.detail)
		return { code, percent: 0, text: detail || m['order_form.promo_failed']() }
	}
}
