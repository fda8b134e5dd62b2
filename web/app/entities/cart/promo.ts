import type { AnyPromoCode } from '@larek/api/store/types.gen.ts'
import { type Minor, percentOf } from '@larek/shared/money.ts'

export type PromoTarget = { gameId: number } | { giftId: number }

/** What a code takes off these goods, in percent; 0 when it is meant for others. */
export function promoPercent(promo: AnyPromoCode | null | undefined, goods: PromoTarget): number {
	if (!promo) return 0
	const isFor = 'gameId' in goods ? isForGame(promo, goods.gameId) : isForGift(promo, goods.giftId)
	return isFor ? promo.percent : 0
}

const isForGame = (promo: AnyPromoCode, id: number) =>
	promo.resourcetype === 'PromoCode' && (promo.game === null || promo.game.id === id)

const isForGift = (promo: AnyPromoCode, id: number) =>
	promo.resourcetype === 'GiftPromoCode' && (promo.gift === null || promo.gift.id === id)

/** What a code takes off all lines: rounded once per line, as the server does it. */
export function promoDiscount(sums: Minor[], percent: number): Minor {
	return sums.reduce((off, sum) => off + (percent >= 100 ? sum : percentOf(sum, percent)), 0)
}
