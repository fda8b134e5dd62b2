import type { OrderView } from '~/entities/order/orderView.ts'
import type { OrderIntent } from './submitOrderPage.ts'

/** What every form of the page says about itself. */
export function OrderFields({ order, intent }: { order: Pick<OrderView, 'id' | 'kind'>; intent: OrderIntent }) {
	return (
		<>
			<input type="hidden" name="intent" value={intent} />
			<input type="hidden" name="order" value={order.id} />
			<input type="hidden" name="kind" value={order.kind} />
		</>
	)
}
