import type { OrderStatus } from '@larek/api/store/types.gen.ts'
import { m } from '~/paraglide/messages.js'

/** In the order of an order's life, without the states that it passes in a moment. */
export const filters: Array<{ status: OrderStatus | undefined; label: () => string }> = [
	{ status: undefined, label: m['profile.filter.all'] },
	{ status: 'created', label: m['profile.filter.created'] },
	{ status: 'waiting_for_payment', label: m['profile.filter.waiting_for_payment'] },
	{ status: 'sending', label: m['profile.filter.sending'] },
	{ status: 'done', label: m['profile.filter.done'] },
	{ status: 'failed', label: m['profile.filter.failed'] },
]

/** Anything else in the address means all. */
export function filterOf(text: string | null): OrderStatus | undefined {
	return filters.find(({ status }) => status === text)?.status
}
