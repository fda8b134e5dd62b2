import { useFetcher } from 'react-router'
import { Button } from '~/components/Button.tsx'
import { Deadline } from '~/components/Deadline.tsx'
import { FormError } from '~/components/FormError.tsx'
import { DetailsFields } from '~/entities/order/DetailsFields.tsx'
import type { OrderView } from '~/entities/order/orderView.ts'
import { whereTo } from '~/entities/order/receiptTexts.ts'
import { m } from '~/paraglide/messages.js'
import { OrderFields } from './OrderFields.tsx'
import type { OrderActionResult } from './submitOrderPage.ts'

interface CorrectionProps {
	order: OrderView
	servers: Array<{ id: number; name: string }>
	/** The answer to a form sent without scripts. */
	sent?: OrderActionResult['correction']
	/** When the page was rendered. */
	from: number
}

/** The details the supplier did not take, to be corrected where the trouble is shown. */
export function DetailsCorrectionForm({ order, servers, sent, from }: CorrectionProps) {
	const fetcher = useFetcher<OrderActionResult>()
	const answer = fetcher.data ? fetcher.data.correction : sent
	const problem = answer?.detail ?? fetcher.data?.failed
	return (
		<section aria-label={m['order_page.correct']()} className="card border-coral/60 p-5">
			<p className="font-semibold">{order.rejectReason ?? m['order_page.correct_was']({ account: whereTo(order) })}</p>
			<fetcher.Form method="post" className="mt-4 grid gap-4 md:grid-cols-2">
				<OrderFields order={order} intent="correct" />
				<DetailsFields
					order={order}
					servers={servers}
					errors={answer?.errors ?? {}}
					steamHint={m['order_page.correct_steam']()}
				/>
				<div className="md:col-span-2">
					<Button type="submit" look="lamp" busy={fetcher.state !== 'idle'} className="w-full md:w-auto">
						{m['order_page.correct_go']()}
					</Button>
					<FormError className="mt-2">{problem}</FormError>
				</div>
			</fetcher.Form>
			{order.detailsDeadline && (
				<p className="mt-4 border-t border-line pt-3.5 text-sm text-muted">
					{m['order_page.correct_until']()}{' '}
					<Deadline until={order.detailsDeadline} from={from} since={askedAt(order)} className="font-bold text-fore" />
					{m['order_page.correct_then']()}
				</p>
			)}
		</section>
	)
}

/** When the buyer was asked, by the server's clock. */
function askedAt({ timeline }: OrderView): string | undefined {
	return timeline.findLast(({ event }) => event === 'details.needed')?.at
}
