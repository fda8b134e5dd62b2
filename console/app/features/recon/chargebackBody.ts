import type { ChargebackRequest } from '@larek/api/admin/types.gen.ts'
import type { ReasonValue } from '~/kit/ReasonFields.tsx'

interface ChargebackValues {
	number: string
	amount: string
	fee: string
	payment: string
	answerBy: string
	reason: ReasonValue
}

/** A chargeback as the request has it: a bank takes an answer until the end of a day in Moscow. */
export const chargebackBody = (
	provider: string,
	{ fee, payment, answerBy, ...values }: ChargebackValues,
): ChargebackRequest => ({
	...values,
	fee: fee || '0.00',
	provider,
	payment: payment || null,
	answerBy: answerBy ? `${answerBy}T23:59:59+03:00` : null,
})
