// A payment that has been started: what the buyer is to do, stored for the tab so that a reload shows it again.
import type { PaymentScenario } from '@larek/api/store/types.gen.ts'
import type { OrderView } from '~/entities/order/orderView.ts'
import type { StartedPayment } from './payRequest.ts'

const keyOf = (hash: string) => `larek.payment.${hash}`

export function storeStarted(hash: string, started: StartedPayment): void {
	try {
		sessionStorage.setItem(keyOf(hash), JSON.stringify(started))
	} catch {
		// storage is switched off: the payment is started again after a reload
	}
}

export function dropStarted(hash: string): void {
	try {
		sessionStorage.removeItem(keyOf(hash))
	} catch {
		// as above
	}
}

/** What was stored, if it is still the current payment at the server. */
export function readStarted(order: OrderView, now: number): StartedPayment | null {
	const quote = openQuote(order, now)
	if (!quote) return null
	try {
		const stored = JSON.parse(sessionStorage.getItem(keyOf(order.hash)) ?? 'null') as StartedPayment | null
		return stored?.scenario.paymentId === quote.paymentId ? stored : null
	} catch {
		return null
	}
}

const over = new Set(['payment.declined', 'payment.expired'])

/** The amount to pay, while the quote is valid. */
export function openQuote(order: OrderView, now: number): OrderView['quote'] {
	const { quote, status, isPaymentActive } = order
	if (!quote || status !== 'waiting_for_payment' || !isPaymentActive) return null
	if (Date.parse(quote.expiresAt) <= now) return null
	return over.has(lastPaymentEvent(order)?.event ?? '') ? null : quote
}

/** The bank has declined, the time is over, or another payment has replaced it. */
export function isOver(order: OrderView, { paymentId }: Pick<PaymentScenario, 'paymentId'>): boolean {
	if (order.quote !== null && order.quote.paymentId > paymentId) return true
	return over.has(lastPaymentEvent(order)?.event ?? '')
}

function lastPaymentEvent({ timeline }: Pick<OrderView, 'timeline'>) {
	return timeline.findLast(({ event }) => event.startsWith('payment.'))
}

/** When the payment in force began, by the server's clock. */
export function startedAt(order: Pick<OrderView, 'timeline'>): string | undefined {
	return order.timeline.findLast(({ event }) => event === 'payment.started')?.at
}

/** Only where a browser can go: an address from outside is never run. */
export function webAddress(url: string): string | undefined {
	try {
		const { protocol, href } = new URL(url)
		return protocol === 'https:' || protocol === 'http:' ? href : undefined
	} catch {
		return undefined
	}
}
