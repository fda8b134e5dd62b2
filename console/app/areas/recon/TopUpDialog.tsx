import * as z from 'zod/mini'
import { bookKeys } from '~/areas/books/queries.ts'
import { reasonsOf } from '~/common/reasons.ts'
import { rules } from '~/common/SpecDialog.tsx'
import { ActionDialog } from '~/kit/ActionDialog.tsx'
import { field, TextField } from '~/kit/fields.tsx'
import { m } from '~/paraglide/messages.js'
import { partyName } from './names.ts'
import { reconKeys, recordTopUpOf } from './queries.ts'

const schema = z.object({
	number: z.string().check(z.trim(), z.regex(/^\S+$/, m['books.required']())),
	paid: rules.sum,
	credited: z.pipe(
		z.string().check(z.trim(), z.regex(/^\d{1,10}([.,]\d{1,4})?$/, m['action.error_sum']())),
		z.transform((text) => text.replace(',', '.')),
	),
	currency: z.string().check(z.trim(), z.toUpperCase(), z.regex(/^[A-Z]{3}$/, m['recon.currency_hint']())),
})

/** Records a prepayment to a supplier: the sum that left the bank and the sum credited. */
export function TopUpDialog({ supplier, onClose }: { supplier: string; onClose: () => void }) {
	return (
		<ActionDialog
			open
			onClose={onClose}
			title={m['recon.topup_new']()}
			subtitle={partyName(supplier)}
			consequences={[m['recon.topup_1']()]}
			reasons={reasonsOf('done_by_hand')}
			schema={schema}
			defaults={{ number: '', paid: '', credited: '', currency: 'USD' }}
			submit={m['recon.record']()}
			run={(values, key) => recordTopUpOf(supplier, values, key)}
			invalidate={[reconKeys.all, bookKeys.all, ['queue']]}
			done={({ message }) => message}
		>
			{(form) => (
				<div className="grid gap-2.5 md:grid-cols-2">
					<TextField
						label={m['recon.topup_number']()}
						hint={m['recon.topup_number_hint']()}
						{...field(form, 'number')}
					/>
					<TextField inputMode="decimal" label={m['recon.topup_paid']()} {...field(form, 'paid')} />
					<TextField inputMode="decimal" label={m['recon.topup_credited']()} {...field(form, 'credited')} />
					<TextField label={m['books.currency']()} {...field(form, 'currency')} />
				</div>
			)}
		</ActionDialog>
	)
}
