// A payment that has been started: what the buyer is to do, kept for the tab so that a reload shows it again.
import type { PaymentScenario } from '~/api/gen/types.gen.ts'
import type { OrderView } from '~/entities/order/orderView.ts'

export interface Started {
	method: string
	scenario: PaymentScenario
}

/** What the page shows after a form; at most one of them is filled. */
export interface Acted {
	started?: Started
	refused?: { method: string; detail: string; email?: string; phone?: string; needsProof?: boolean }
	promo?: { code: string; error: string }
	/** What came of the code that proves the address. */
	proof?: { isDone?: boolean; error?: string }
}

const keyOf = (hash: string) => `larek.payment.${hash}`

export function keepStarted(hash: string, started: Started): void {
	try {
		sessionStorage.setItem(keyOf(hash), JSON.stringify(started))
	} catch {
		// storage is switched off: the payment is started anew after a reload
	}
}

export function dropStarted(hash: string): void {
	try {
		sessionStorage.removeItem(keyOf(hash))
	} catch {
		// as above
	}
}

/** What was kept, if the server still knows the payment as the one in force. */
export function readStarted(order: OrderView, now: number): Started | null {
	const quote = openQuote(order, now)
	if (!quote) return null
	try {
		const kept = JSON.parse(sessionStorage.getItem(keyOf(order.hash)) ?? 'null') as Started | null
		return kept?.scenario.paymentId === quote.paymentId ? kept : null
	} catch {
		return null
	}
}

const over = new Set(['payment.declined', 'payment.expired'])

/** The number the buyer is to pay, while it holds. */
export function openQuote(order: OrderView, now: number): OrderView['quote'] {
	const { quote, status, isPaymentActive } = order
	if (!quote || status !== 'waiting_for_payment' || !isPaymentActive) return null
	if (Date.parse(quote.expiresAt) <= now) return null
	return over.has(lastPaymentEvent(order)?.event ?? '') ? null : quote
}

/** The bank has said no, the time has run out, or another payment has taken its place. */
export function isOver(order: OrderView, { since, scenario }: { since: number; scenario: PaymentScenario }): boolean {
	if (order.timeline.slice(since).some(({ event }) => over.has(event))) return true
	return order.quote !== null && order.quote.paymentId > scenario.paymentId
}

export function lastPaymentEvent({ timeline }: Pick<OrderView, 'timeline'>) {
	return timeline.findLast(({ event }) => event.startsWith('payment.'))
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
