import { grantRefund, quoteRefund } from '@larek/api/admin/sdk.gen.ts'
import type { RefundDestination, RefundQuote } from '@larek/api/admin/types.gen.ts'
import { call, usePage, withKey } from '~/api/client.ts'
import type { RefundForm } from './refundForm.ts'
import { isWholeOnly, parseSum } from './sums.ts'

/** Calculates a refund of an order. It writes nothing. */
export const useRefundQuote = (id: number, parts: string[], destination: RefundDestination) =>
	usePage(['orders', 'one', id, 'quote', parts, destination], quoteRefund, {
		path: { id },
		body: { parts, destination },
	})

/** Grants the refund, and sends it at once where one person may. */
export function grant(quote: RefundQuote, form: RefundForm, { key, version }: { key: string; version: string }) {
	const minor = parseSum(form.amount) ?? 0
	const amount = isWholeOnly(quote.parts, form.parts) ? null : (minor / 100).toFixed(2)
	return call(grantRefund, {
		path: { id: quote.orderId },
		headers: withKey(key),
		body: {
			version,
			reason: { code: form.code, text: form.text },
			parts: form.parts,
			amount,
			destination: form.destination,
			force: form.undelivered,
			send: !quote.needsSecond,
		},
	})
}
