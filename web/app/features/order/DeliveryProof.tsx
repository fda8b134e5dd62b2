import { CopyButton } from '~/components/CopyButton.tsx'
import type { OrderView } from '~/entities/order/orderView.ts'
import { m } from '~/paraglide/messages.js'
import { OperatorDelivery } from './OperatorDelivery.tsx'

/** What shows that the goods were delivered: by an operator, and by the supplier. */
export default function DeliveryProof({ order }: { order: OrderView }) {
	return (
		<>
			<OperatorDelivery order={order} />
			{order.deliveryReceipt && <Receipt text={order.deliveryReceipt} />}
		</>
	)
}

/** What was delivered, signed by the shop, with the supplier's own number of it. */
function Receipt({ text }: { text: string }) {
	return (
		<details className="card group">
			<summary className="flex min-h-13 items-center justify-between gap-4 px-5 font-semibold">
				{m['order_page.proof']()}
				<span aria-hidden="true" className="text-muted transition-transform group-open:rotate-45">
					+
				</span>
			</summary>
			<div className="grid grid-cols-1 justify-items-start gap-3.5 px-5 pb-5">
				<p className="text-sm text-muted">{m['order_page.proof_text']()}</p>
				<p className="w-full min-w-0 rounded-control border border-line bg-night p-3.5 text-sm wrap-anywhere whitespace-pre-line">
					{text}
				</p>
				<CopyButton text={text} size="small">
					{m['common.copy']()}
				</CopyButton>
			</div>
		</details>
	)
}
