import type { OrderTrouble } from '~/api/gen/types.gen.ts'

/** Where in the queue a trouble of an order is ended; a failing step ends by itself. */
export function queueAddress({ source, kind, id }: Pick<OrderTrouble, 'source' | 'kind' | 'id'>): string | undefined {
	if (source === 'failing_step') return undefined
	// A refund waits under one kind whatever its state is.
	return `/queue?task=${source === 'refund' ? 'refund' : kind}:${id}`
}
