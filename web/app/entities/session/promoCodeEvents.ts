// A promo code was put on the account or taken off; components that show the account fetch it again.
import type { AnyPromoCode } from '@larek/api/store/types.gen.ts'
import { createSignal } from '@larek/shared/signal.ts'

export type PromoCodeEvent = { type: 'ACTIVATE_CODE'; promoCode: AnyPromoCode } | { type: 'DEACTIVATE_CODE' }

export const { emit: emitPromoCodeEvent, on: onPromoCodeEvent } = createSignal<PromoCodeEvent>()
