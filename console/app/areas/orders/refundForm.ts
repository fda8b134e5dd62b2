import type { RefundQuote } from '@larek/api/admin/types.gen.ts'
import * as z from 'zod/mini'
import { m } from '~/paraglide/messages.js'
import { parseSum } from './sums.ts'

/** The limits of the order and the role, from the quote. */
export interface RefundBounds {
	/** The most that may be returned for these parts, in kopecks. */
	limitOf: (parts: string[]) => number
	/** Parts whose supplier may still deliver. */
	unknown: ReadonlySet<string>
}

/** The form of a grant; the server validates it again. */
export function refundSchema({ limitOf, unknown }: RefundBounds) {
	return z
		.object({
			parts: z.array(z.string()).check(z.minLength(1, m['refund.error_units']())),
			amount: z.string(),
			destination: z.enum(['method', 'balance']),
			code: z.string().check(z.minLength(1, m['refund.error_reason']())),
			text: z
				.string()
				.check(z.trim(), z.minLength(3, m['refund.error_text']()), z.maxLength(500, m['refund.error_long']())),
			undelivered: z.boolean(),
		})
		.check(
			z.superRefine(({ parts, amount, undelivered }, context) => {
				const sum = parseSum(amount)
				const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
				if (!sum) refuse('amount', m['refund.error_amount']())
				else if (parts.length > 0 && sum > limitOf(parts)) refuse('amount', m['refund.error_limit']())
				if (!undelivered && parts.some((id) => unknown.has(id))) refuse('undelivered', m['refund.error_undelivered']())
			}),
		)
}

export type RefundForm = z.infer<ReturnType<typeof refundSchema>>

/** The initial choice: undelivered units, or all if everything was delivered. */
export function firstChoice({ parts, chosen }: Pick<RefundQuote, 'parts' | 'chosen'>): string[] {
	const delivered = new Set(parts.flatMap(({ id, isDelivered }) => (isDelivered ? [id] : [])))
	const owed = chosen.filter((id) => !delivered.has(id))
	return owed.length > 0 ? owed : chosen
}
