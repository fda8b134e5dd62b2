import type { RefundTo } from '@larek/api/store/types.gen.ts'
import { useFetcher } from 'react-router'
import { Button } from '~/components/Button.tsx'
import type { OrderView } from '~/entities/order/orderView.ts'
import { m } from '~/paraglide/messages.js'
import { OrderFields } from './OrderFields.tsx'
import type { OrderActionResult } from './submitOrderPage.ts'

const ways: RefundTo[] = ['method', 'balance']
const names = { method: m['order_page.refund_to.method'], balance: m['order_page.refund_to.balance'] }
const hints = { method: m['order_page.refund_to.method_hint'], balance: m['order_page.refund_to.balance_hint'] }

/** Where the money for undelivered goods goes; asked while it can still be chosen. */
export default function RefundChoice({ order }: { order: OrderView }) {
	const fetcher = useFetcher<OrderActionResult>()
	const error = fetcher.data?.refund?.error ?? fetcher.data?.failed
	const isDone = fetcher.state === 'idle' && fetcher.data?.refund?.to !== undefined
	return (
		<fetcher.Form
			method="post"
			onChange={(event) => fetcher.submit(event.currentTarget)}
			className="card px-5 pt-4 pb-3"
		>
			<OrderFields order={order} intent="refund" />
			{/* If refused, it returns to the server's value. */}
			<fieldset key={`${order.refundTo} ${error}`} className="grid gap-1">
				<legend className="float-left mb-1 w-full font-semibold">{m['order_page.refund_to.title']()}</legend>
				{ways.map((way) => (
					<label key={way} className="flex min-h-13 cursor-pointer items-center gap-3 py-1.5">
						<input type="radio" name="to" value={way} defaultChecked={order.refundTo === way} className="radio" />
						<span>
							{names[way]()}
							<span className="block text-sm text-muted">{hints[way]()}</span>
						</span>
					</label>
				))}
			</fieldset>
			<noscript>
				<Button type="submit" size="small">
					{m['order_page.refund_to.save']()}
				</Button>
			</noscript>
			<p role="status" className={error ? 'text-sm text-coral' : isDone ? 'text-sm text-mint' : 'sr-only'}>
				{error ?? (isDone && m['order_page.refund_to.kept']())}
			</p>
		</fetcher.Form>
	)
}
