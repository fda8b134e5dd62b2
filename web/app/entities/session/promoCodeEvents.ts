// A promo code was put on the account or taken off; whoever shows the account asks for it again.
import type { AnyPromoCode } from '~/api/gen/types.gen.ts'

export type CodeEvent = { type: 'ACTIVATE_CODE'; promoCode: AnyPromoCode } | { type: 'DEACTIVATE_CODE' }

const listeners = new Set<(event: CodeEvent) => void>()

export function tellCode(event: CodeEvent): void {
	for (const listener of listeners) listener(event)
}

export function onCode(listener: (event: CodeEvent) => void): () => void {
	listeners.add(listener)
	return () => listeners.delete(listener)
}
