// What the forms of the pay page send, and what comes of it.
import type { PaymentScenario } from '@larek/api/store/types.gen.ts'
import type { OrderView } from '~/entities/order/orderView.ts'

export type PayIntent = 'pay' | 'stop' | 'promo' | 'promo-off' | 'proof' | 'avatar' | 'change'

export interface StartedPayment {
	method: string
	scenario: PaymentScenario
}

export type ChangeErrors = Record<string, string>

/** At most one of them is filled. */
export interface PayActionResult {
	started?: StartedPayment
	refused?: { method: string; detail: string; email?: string; phone?: string; needsProof?: boolean }
	/** The payment the buyer has abandoned. */
	left?: { payment: number; method: string }
	promo?: { code: string; error?: string }
	/** What came of the code that proves the address. */
	proof?: { isDone?: boolean; error?: string }
	avatar?: { isDone?: boolean; error?: string }
	/** The shop did not answer. */
	failed?: string
	change?: { isDone?: boolean; errors?: ChangeErrors; detail?: string }
}

/** The order a form is about. The API checks that the sender may change it. */
export interface OrderRef {
	id: number
	hash: string
	kind: OrderView['kind']
}

export const lineField = (lineId: number) => `line-${lineId}`
export const currencyField = (method: string) => `currency-${method}`
