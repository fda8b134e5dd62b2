import type { ChargebackRequest } from '@larek/api/admin/types.gen.ts'
import * as z from 'zod/mini'
import { bookKeys } from '~/areas/books/queries.ts'
import { reasonsOf } from '~/common/reasons.ts'
import { rules } from '~/common/SpecDialog.tsx'
import { ActionDialog } from '~/kit/ActionDialog.tsx'
import { field, TextField } from '~/kit/fields.tsx'
import type { ReasonValue } from '~/kit/ReasonFields.tsx'
import { m } from '~/paraglide/messages.js'
import { reconKeys, recordChargebackOf } from './queries.ts'

const schema = z.object({
	order: z.string().check(z.trim(), z.regex(/^\d{1,15}$/, m['books.required']())),
	number: z.string().check(z.trim(), z.minLength(1, m['books.required']()), z.maxLength(100)),
	amount: rules.sum,
	fee: rules.optionalAmount,
	payment: z.string().check(z.trim(), z.maxLength(200)),
	answerBy: z.string(),
})

/** Records a chargeback of an order's payment and the bank's fee. */
export function ChargebackDialog({ provider, onClose }: { provider: string; onClose: () => void }) {
	return (
		<ActionDialog
			open
			onClose={onClose}
			title={m['recon.chargeback_new']()}
			consequences={[m['recon.chargeback_1'](), m['recon.chargeback_2']()]}
			reasons={reasonsOf('check')}
			schema={schema}
			defaults={{ order: '', number: '', amount: '', fee: '', payment: '', answerBy: '' }}
			submit={m['recon.record']()}
			run={({ order, ...values }, key) => recordChargebackOf(Number(order), chargebackBody(provider, values), key)}
			invalidate={[reconKeys.all, bookKeys.all, ['queue'], ['orders']]}
			done={({ message }) => message}
		>
			{(form) => (
				<div className="grid gap-2.5 md:grid-cols-2">
					<TextField inputMode="numeric" label={m['recon.chargeback_order']()} {...field(form, 'order')} />
					<TextField label={m['recon.chargeback_number']()} {...field(form, 'number')} />
					<TextField inputMode="decimal" label={m['recon.chargeback_amount']()} {...field(form, 'amount')} />
					<TextField inputMode="decimal" label={m['recon.chargeback_fee']()} {...field(form, 'fee')} />
					<TextField label={m['recon.chargeback_payment']()} {...field(form, 'payment')} />
					<TextField type="date" label={m['recon.chargeback_answer_by']()} {...field(form, 'answerBy')} />
				</div>
			)}
		</ActionDialog>
	)
}

interface ChargebackValues {
	number: string
	amount: string
	fee: string
	payment: string
	answerBy: string
	reason: ReasonValue
}

/** Converts the form to the request. The bank's deadline is the end of a day in Moscow. */
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
