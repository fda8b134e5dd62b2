import type { OrderView } from '~/entities/order/orderView.ts'

/** How long operators wait for a buyer's lot before they give the money back. */
const patience = 24 * 60 * 60_000

export function lotUntil({ timeline }: Pick<OrderView, 'timeline'>): string | null {
	const asked = timeline.find(({ event }) => event === 'delivery.sending')
	return asked ? new Date(Date.parse(asked.at) + patience).toISOString() : null
}
