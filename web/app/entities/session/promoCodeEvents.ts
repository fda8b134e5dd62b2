// A promo code was put on the account or taken off; components that show the account fetch it again.
import type { AnyPromoCode } from '~/api/gen/types.gen.ts'
import { createSignal } from '~/lib/signal.ts'

export type PromoCodeEvent = { type: 'ACTIVATE_CODE'; promoCode: AnyPromoCode } | { type: 'DEACTIVATE_CODE' }

export const { emit: emitPromoCodeEvent, on: onPromoCodeEvent } = createSignal<PromoCodeEvent>()
