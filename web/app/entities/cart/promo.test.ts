import type { AnyPromoCode } from '@larek/api/store/types.gen.ts'
import { expect, test } from 'vitest'
import { promoDiscount, promoPercent } from './promo.ts'

const game = (id: number | null): AnyPromoCode => ({
	code: 'UC8',
	percent: 8,
	validUntil: null,
	resourcetype: 'PromoCode',
	game: id === null ? null : { id, title: '', logo: null, isActive: true, resourcetype: 'PUBGGame' },
})

test('a code counts only for the goods it is meant for', () => {
	expect(promoPercent(game(null), { gameId: 1 })).toBe(8)
	expect(promoPercent(game(1), { gameId: 1 })).toBe(8)
	expect(promoPercent(game(2), { gameId: 1 })).toBe(0)
	expect(promoPercent(game(null), { giftId: 1 })).toBe(0)
	expect(
		promoPercent({ ...game(null), resourcetype: 'GiftPromoCode', gift: null } as AnyPromoCode, { giftId: 1 }),
	).toBe(8)
	expect(promoPercent(null, { gameId: 1 })).toBe(0)
})

test('the discount is rounded half up, once per line', () => {
	expect(promoDiscount([730_55], 8)).toBe(58_44) // 58,444
	expect(promoDiscount([50, 50], 1)).toBe(2) // half a kopeck each
	expect(promoDiscount([99_99], 100)).toBe(99_99)
	expect(promoDiscount([], 8)).toBe(0)
})
