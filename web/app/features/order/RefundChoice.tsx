import { useState } from 'react'
import type { RefundTo } from '~/api/gen/types.gen.ts'
import { notify } from '~/components/toast/toasts.ts'
import type { OrderView } from '~/entities/order/orderView.ts'
import { m } from '~/paraglide/messages.js'

const ways: RefundTo[] = ['method', 'balance']
const names = { method: m['order_page.refund_to.method'], balance: m['order_page.refund_to.balance'] }
const hints = { method: m['order_page.refund_to.method_hint'], balance: m['order_page.refund_to.balance_hint'] }

/** Where the money for undelivered goods goes; asked while it can still be chosen. */
export function RefundChoice({ order, onChosen }: { order: OrderView; onChosen: () => void }) {
	const [choice, setChoice] = useState<RefundTo>()
	const chosen = choice ?? order.refundTo
	async function choose(to: RefundTo) {
		setChoice(to)
		try {
			const { chooseRefundTo } = await import('~/entities/order/orderApi.client.ts')
			await chooseRefundTo(order.id, to)
			notify('success', m['order_page.refund_to.kept']())
			onChosen()
		} catch {
			setChoice(undefined)
			notify('error', m['order_page.refund_to.failed']())
		}
	}
	return (
		<fieldset className="card grid gap-1 px-5 pt-4 pb-3">
			<legend className="float-left mb-1 w-full font-semibold">{m['order_page.refund_to.title']()}</legend>
			{ways.map((way) => (
				<label key={way} className="flex min-h-13 cursor-pointer items-center gap-3 py-1.5">
					<input
						type="radio"
						name="refund-to"
						value={way}
						checked={chosen === way}
						onChange={() => choose(way)}
						className="radio"
					/>
					<span>
						{names[way]()}
						<span className="block text-sm text-muted">{hints[way]()}</span>
					</span>
				</label>
			))}
		</fieldset>
	)
}
