import { classes } from '@larek/shared/classes.ts'
import { type Currency, convert, formatMoney, type Minor, rubles } from '@larek/shared/money.ts'
import { useZone } from '@larek/shared/now.ts'
import { clockTime, dayAndTime, exactTime } from '@larek/shared/time.ts'
import { PaperCard, PaperRow, PaperTotal } from '~/components/PaperCard.tsx'
import { activation } from '~/entities/catalog/giftNames.ts'
import { statusLabel, statusTone } from '~/entities/order/orderLabels.ts'
import type { OrderView, QuoteView } from '~/entities/order/orderView.ts'
import { walletText, whereTo } from '~/entities/order/receiptTexts.ts'
import { splitTotal } from '~/entities/order/splitTotal.ts'
import { stepsOf, type TimelineStep, unpaid, wasPaid } from '~/entities/order/timelineSteps.ts'
import { useMarket } from '~/lib/market.ts'
import { m } from '~/paraglide/messages.js'

/** The order as a receipt: its lines appear as they happen, the sums are below, in the currency of the payment. */
export function OrderTimeline({ order, now }: { order: OrderView; now: number }) {
	const zone = useZone()
	const paid = wasPaid(order)
	const { quote } = order
	const market = useMarket().currency
	const where = whereTo(order, order.region && activation(order.region))
	return (
		<PaperCard
			title={m['order_page.receipt']({ id: order.id })}
			aside={<b className={tones[statusTone(order)]}>{statusLabel(order)}</b>}
			subtitle={
				<>
					<time dateTime={order.created} title={exactTime(new Date(order.created), zone)}>
						{dayAndTime(new Date(order.created), zone)}
					</time>{' '}
					· {order.goods.title}
					{where && <span className="block wrap-anywhere">{where}</span>}
				</>
			}
		>
			<ol aria-label={m['order_page.timeline']()} aria-live="polite" className="mt-4 mb-1">
				{stepsOf(order, now).map((step) => (
					<TimelineRow key={step.key} step={step} zone={zone} />
				))}
			</ol>
			<hr />
			<Sums order={order} quote={quote} currency={paid ? rubles : market} />
			<PaperTotal value={formatMoney(...totalOf(order, market))}>
				{!quote ? m['order_page.sum']() : paid ? m['order_page.paid_total']() : m['pay_page.total']()}
			</PaperTotal>
			{quote && !paid && quote.received > 0 && (
				<PaperRow tone="good" value={formatMoney(quote.received, quote.currency, exact)}>
					{m['order_page.received']()}
				</PaperRow>
			)}
			{order.paid && order.paid.refunded > 0 && (
				<PaperRow tone="good" value={formatMoney(-order.paid.refunded, order.paid.currency, exact)}>
					{m['order_page.returned_total']()}
				</PaperRow>
			)}
			{unpaid(order) && !quote && order.toPay > 0 && <PaperRow tone="soft">{m['order_page.fee_later']()}</PaperRow>}
		</PaperCard>
	)
}

const tones = { good: 'text-ink-mint', bad: 'text-ink-coral', plain: 'text-ink' }

/** What was paid, or is to be: by the payment that goes on, and before one in the buyer's currency. */
function totalOf(order: OrderView, market: Currency): Parameters<typeof formatMoney> {
	const { quote, toPay } = order
	if (quote) return [quote.amount, quote.currency, exact]
	return wasPaid(order) ? [toPay, 'RUB', exact] : [convert(toPay, market), market.code, exact]
}

const exact = { exact: true }

interface SumsProps {
	order: OrderView
	quote: QuoteView | null
	/** Of an order without a payment. */
	currency: Currency
}

function Sums({ order, quote, currency: without }: SumsProps) {
	const discount = order.total - order.toPay
	const currency = quote ? { code: quote.currency, rate: quote.rate } : without
	const parts = [...order.lines.map(({ sum }) => sum), -discount, quote?.fee ?? 0]
	const sums = splitTotal(parts, quote?.amount ?? convert(order.toPay, currency), currency)
	const show = (sum: Minor | undefined) => formatMoney(sum ?? 0, currency.code, exact)
	const [off, fee] = sums.slice(order.lines.length)
	return (
		<>
			{order.lines.map(({ id, title, quantity }, at) => (
				<PaperRow key={id} value={show(sums[at])}>
					{quantity > 1 ? `${title} ×\u00a0${quantity}` : title}
				</PaperRow>
			))}
			{order.wallet !== null && <PaperRow tone="soft">{walletText(order)}</PaperRow>}
			{discount > 0 && (
				<PaperRow tone="good" value={show(off)}>
					{m['pay_page.discount_row']()}
				</PaperRow>
			)}
			{quote && quote.fee > 0 && (
				<PaperRow tone="soft" value={show(fee)}>
					{m['order_page.fee']()}
				</PaperRow>
			)}
		</>
	)
}

function TimelineRow({ step: { at, text, hint, mark }, zone }: { step: TimelineStep; zone: string | undefined }) {
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
