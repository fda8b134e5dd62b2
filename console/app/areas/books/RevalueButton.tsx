import type { RevaluationPreview } from '@larek/api/admin/types.gen.ts'
import { Scale } from 'lucide-react'
import { useState } from 'react'
import * as z from 'zod/mini'
import { useMay } from '~/api/session.ts'
import { shift, today } from '~/common/days.ts'
import { reasonsOf } from '~/common/reasons.ts'
import { Sum } from '~/common/Sum.tsx'
import { ActionDialog } from '~/kit/ActionDialog.tsx'
import { Button } from '~/kit/Button.tsx'
import { TextField } from '~/kit/fields.tsx'
import { QueryBoundary } from '~/kit/QueryBoundary.tsx'
import { SkeletonRows } from '~/kit/Skeleton.tsx'
import { Note } from '~/kit/states.tsx'
import { m } from '~/paraglide/messages.js'
import { accountName } from './GroupName.tsx'
import { bookKeys, revalueOn, useRevaluation } from './queries.ts'

const schema = z.object({ day: z.string().check(z.minLength(10, m['books.required']())) })

/** The last day of the month before this one: what is revalued at the end of a month. */
const lastOfMonth = () => shift(`${today().slice(0, 8)}01`, -1)

/** Revalues prepaid foreign currency at the rate of a day and shows the difference before booking it. */
export function RevalueButton() {
	const [isOpen, setOpen] = useState(false)
	if (!useMay()('period.close')) return null
	return (
		<>
			<Button icon={Scale} onClick={() => setOpen(true)}>
				{m['books.revalue']()}
			</Button>
			<ActionDialog
				open={isOpen}
				wide
				onClose={() => setOpen(false)}
				title={m['books.revalue']()}
				consequences={[m['books.revalue_1'](), m['books.revalue_2']()]}
				reasons={reasonsOf('check')}
				schema={schema}
				defaults={{ day: lastOfMonth() }}
				submit={m['books.revalue_submit']()}
				run={({ day, reason }, key) => revalueOn(day, reason, key)}
				invalidate={[bookKeys.all]}
				done={({ message }) => message}
			>
				{({ register, watch, formState: { errors } }) => (
					<>
						<TextField
							type="date"
							label={m['books.revalue_day']()}
							error={errors.day?.message}
							max={shift(today(), -1)}
							{...register('day')}
						/>
						<Preview day={watch('day')} />
					</>
				)}
			</ActionDialog>
		</>
	)
}

function Preview({ day }: { day: string }) {
	const query = useRevaluation(day)
	if (day.length !== 10) return null
	return (
		<QueryBoundary query={query} skeleton={<SkeletonRows rows={2} />}>
			{(data) => (data.obstacle ? <Note>{data.obstacle}</Note> : <Accounts {...data} />)}
		</QueryBoundary>
	)
}

function Accounts({ accounts }: RevaluationPreview) {
	return (
		<ul className="grid gap-2">
			{accounts.map((row) => (
				<li key={`${row.account} ${row.currency}`} className="card grid gap-1 px-3.5 py-2.5">
					<p className="flex justify-between gap-3 font-medium">
						<span>{accountName(row)}</span>
						<Sum sum={row.gain} currency="RUB" strong />
					</p>
					<p className="flex flex-wrap justify-between gap-x-3 text-muted">
						<span>
							<Sum sum={row.balance} currency={row.currency} /> × {row.rate.replace(/0{1,4}$/, '').replace('.', ',')}
						</span>
						<span>
							<Sum sum={row.before} currency="RUB" /> → <Sum sum={row.after} currency="RUB" />
						</span>
					</p>
				</li>
			))}
		</ul>
	)
}
