import type { OrderTrouble } from '@larek/api/admin/types.gen.ts'

/** Where in the queue a trouble of an order is ended; a failing step ends by itself. */
export function queueAddress({ source, kind, id }: Pick<OrderTrouble, 'source' | 'kind' | 'id'>): string | undefined {
	if (source === 'failing_step') return undefined
	if (source !== 'refund') return `/queue?task=${kind}:${id}`
	// One that only a person can complete has a kind of its own; the others are late.
	return `/queue?task=${kind === 'manual' ? 'refund' : 'refund_late'}:${id}`
}
