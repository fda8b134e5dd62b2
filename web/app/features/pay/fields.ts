import type { PaymentField } from '@larek/api/store/types.gen.ts'
import { isEmail } from '~/entities/cart/cart.ts'
import { m } from '~/paraglide/messages.js'
import type { Method } from './methods.ts'

/** Every method has fields of its own in the form, so that it works without scripts. */
export const fieldName = (field: PaymentField, method: string) => `${field}-${method}`

/** What has to be asked before a payment by this method: a phone always, an email when the order has none. */
export function asked({ requiredFields }: Pick<Method, 'requiredFields'>, email: string | null): PaymentField[] {
	return requiredFields.filter((field) => field === 'phone' || !email)
}

/** `+7 (999) 000-00-00` → `+79990000000`. */
export function plainPhone(text: string): string {
	return text.replace(/[\s()\u00a0-]/g, '')
}

const isRight = { email: isEmail, phone: (text: string) => /^\+?\d{10,15}$/.test(text) }
const empty = { email: m['pay_page.email_empty'], phone: m['pay_page.phone_empty'] }
const wrong = { email: m['order_form.error.email_wrong'], phone: m['pay_page.phone_wrong'] }

export function fieldProblem(field: PaymentField, value: string): string | undefined {
	if (!value) return empty[field]()
	return isRight[field](value) ? undefined : wrong[field]()
}
