import type { OrderView } from '~/entities/order/orderView.ts'
import type { PayIntent } from './payRequest.ts'

interface PayFieldsProps {
	order: Pick<OrderView, 'id' | 'kind'>
	/** Absent where the button says it. */
	intent?: PayIntent
}

/** What every form of the page says about itself. */
export function PayFields({ order, intent }: PayFieldsProps) {
	return (
		<>
			{intent && <input type="hidden" name="intent" value={intent} />}
			<input type="hidden" name="order" value={order.id} />
			<input type="hidden" name="kind" value={order.kind} />
		</>
	)
}
