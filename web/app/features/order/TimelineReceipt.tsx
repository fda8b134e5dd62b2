import { Receipt, ReceiptRow, ReceiptTotal } from '~/components/Receipt.tsx'
import { orderWords, whereTo } from '~/entities/order/orderLabels.ts'
import type { OrderView } from '~/entities/order/orderView.ts'
import { type Step, stepsOf, wasPaid } from '~/entities/order/timelineSteps.ts'
import { classes } from '~/lib/classes.ts'
import { formatMoney, type Minor } from '~/lib/money.ts'
import { useZone } from '~/lib/now.ts'
import { clockTime, dayAndTime, exactTime } from '~/lib/time.ts'
import { m } from '~/paraglide/messages.js'

const rub = (sum: Minor) => formatMoney(sum, 'RUB', { exact: true })

/** The order as a receipt: its lines print themselves as they happen, the sums stand below. */
export function TimelineReceipt({ order }: { order: OrderView }) {
	const zone = useZone()
	const paid = wasPaid(order)
	const { quote } = order
	const discount = order.total - order.toPay
	const where = whereTo(order)
	const total = paid && quote ? formatMoney(quote.amount, quote.currency, { exact: true }) : rub(order.toPay)
	return (
		<Receipt
			title={m['order_page.receipt']({ id: order.id })}
			aside={
				<b className={order.status === 'failed' ? 'text-ink-coral' : 'text-ink-mint'}>{orderWords[order.status]()}</b>
			}
			subtitle={
				<>
					<time dateTime={order.created} title={exactTime(new Date(order.created), zone)}>
						{dayAndTime(new Date(order.created), zone)}
					</time>{' '}
					· {order.goods.title}
					{where && <span className="block break-words">{where}</span>}
				</>
			}
		>
			<ol aria-label={m['order_page.timeline']()} aria-live="polite" className="mt-4 mb-1">
				{stepsOf(order).map((step) => (
					<TimelineStep key={step.key} step={step} zone={zone} />
				))}
			</ol>
			<hr />
			{order.lines.map(({ id, title, quantity, sum }) => (
				<ReceiptRow key={id} value={rub(sum)}>
					{quantity > 1 ? `${title} ×\u00a0${quantity}` : title}
				</ReceiptRow>
			))}
			{discount > 0 && (
				<ReceiptRow tone="good" value={rub(-discount)}>
					{m['pay_page.discount_row']()}
				</ReceiptRow>
			)}
			{paid && quote && quote.fee > 0 && (
				<ReceiptRow tone="soft" value={rub(quote.fee)}>
					{m['order_page.fee']()}
				</ReceiptRow>
			)}
			<ReceiptTotal value={total}>
				{!paid ? m['pay_page.total']() : quote ? m['order_page.paid_total']() : m['order_page.sum']()}
			</ReceiptTotal>
		</Receipt>
	)
}

function TimelineStep({ step: { at, text, hint, mark }, zone }: { step: Step; zone: string | undefined }) {
	return (
		<li className={classes('step print-line', `step-${mark}`)} aria-current={mark === 'now' ? 'step' : undefined}>
			<span className={mark === 'next' ? 'text-ink-soft' : undefined}>
				{text}
				{hint && <span className="block text-sm text-ink-soft">{hint}</span>}
			</span>
			{at && (
				<time dateTime={at} className="text-sm text-ink-soft" title={exactTime(new Date(at), zone)}>
					{clockTime(new Date(at), zone)}
				</time>
			)}
		</li>
	)
}
