import { PenLine } from 'lucide-react'
import { useState } from 'react'
import * as z from 'zod/mini'
import { useMay } from '~/api/session.ts'
import { today } from '~/common/days.ts'
import { reasonsOf } from '~/common/reasons.ts'
import { rules } from '~/common/SpecDialog.tsx'
import { ActionDialog } from '~/kit/ActionDialog.tsx'
import { Button } from '~/kit/Button.tsx'
import { field, SelectField, TextField } from '~/kit/fields.tsx'
import { m } from '~/paraglide/messages.js'
import { accountName } from './GroupName.tsx'
import { bookKeys, enter, useAccounts } from './queries.ts'

const account = z.string().check(z.minLength(1, m['books.required']()))
const schema = z.object({
	day: z.string().check(z.minLength(10, m['books.required']())),
	debit: account,
	credit: account,
	sum: rules.sum,
})

/** Opens the form of a manual entry from one account to another. Another person approves it. */
export function EntryButton() {
	const [isOpen, setOpen] = useState(false)
	const accounts = useAccounts(isOpen)
	const options = [
		{ value: '', label: m['books.choose_account']() },
		...(accounts.data?.results ?? []).map((one) => ({ value: one.account, label: accountName(one) })),
	]
	if (!useMay()('books.entry')) return null
	return (
		<>
			<Button icon={PenLine} onClick={() => setOpen(true)}>
				{m['books.new_entry']()}
			</Button>
			<ActionDialog
				open={isOpen}
				onClose={() => setOpen(false)}
				title={m['books.new_entry']()}
				consequences={[m['books.entry_1']()]}
				reasons={reasonsOf('check')}
				schema={schema}
				defaults={{ day: today(), debit: '', credit: '', sum: '' }}
				submit={m['books.new_entry']()}
				run={({ day, debit, credit, sum, reason }, key) => {
					const postings = [
						{ account: debit, currency: 'RUB', amount: sum },
						{ account: credit, currency: 'RUB', amount: `-${sum}` },
					]
					return enter({ day, postings, reason }, key)
				}}
				invalidate={[bookKeys.all]}
				done={({ message }) => message}
			>
				{(form) => (
					<div className="grid gap-2.5 md:grid-cols-2">
						<TextField type="date" label={m['books.day']()} {...field(form, 'day')} />
						<TextField inputMode="decimal" label={m['books.sum']()} {...field(form, 'sum')} />
						<SelectField label={m['books.debit_account']()} options={options} {...field(form, 'debit')} />
						<SelectField label={m['books.credit_account']()} options={options} {...field(form, 'credit')} />
					</div>
				)}
			</ActionDialog>
		</>
	)
}
