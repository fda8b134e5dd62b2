import type { BookAmount, TrialBalance, TrialLine } from '@larek/api/admin/types.gen.ts'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { DaysBar } from '~/common/DaysBar.tsx'
import { useDays } from '~/common/days.ts'
import { Sum, sumText } from '~/common/Sum.tsx'
import { Card } from '~/kit/Card.tsx'
import { QueryBoundary } from '~/kit/QueryBoundary.tsx'
import { SkeletonRows } from '~/kit/Skeleton.tsx'
import { Empty, Note } from '~/kit/states.tsx'
import { type Column, Table } from '~/kit/Table.tsx'
import { m } from '~/paraglide/messages.js'
import { FileButton } from './FileButton.tsx'
import { accountName, GroupName } from './GroupName.tsx'
import { useTrial } from './queries.ts'

const sum = (id: 'opening' | 'debit' | 'credit' | 'closing', header: string): Column<TrialLine> => ({
	id,
	header,
	align: 'right',
	phone: id === 'closing' ? 'end' : undefined,
	cell: (line) => <Sum sum={line[id]} currency={line.currency} strong={id === 'closing'} />,
})

const columns: Column<TrialLine>[] = [
	{
		id: 'account',
		header: m['books.account'](),
		phone: 'title',
		cell: accountName,
	},
	{
		id: 'group',
		header: m['books.group'](),
		width: 190,
		phone: 'line',
		cell: ({ group }) => <GroupName group={group} />,
	},
	sum('opening', m['books.opening']()),
	sum('debit', m['books.debit']()),
	sum('credit', m['books.credit']()),
	sum('closing', m['books.closing']()),
]

/** The trial balance of a period, with totals. */
export function Trial() {
	const days = useDays()
	const trial = useTrial(days.since, days.until)
	return (
		<>
			<DaysBar days={days}>
				<FileButton days={days} />
			</DaysBar>
			<QueryBoundary query={trial} skeleton={<SkeletonRows rows={12} />}>
				{(data) =>
					data.lines.length === 0 ? (
						<Empty title={m['books.empty']()} hint={m['books.empty_hint']()} />
					) : (
						<div className="grid gap-3">
							<Check {...data} />
							<Owed {...data} />
							<Table
								label={m['books.trial']()}
								columns={columns}
								rows={data.lines}
								rowKey={({ account, currency }) => `${account} ${currency}`}
								rowName={({ title }) => title}
								to={({ account }) => `/books/accounts/${account}?since=${days.since}&until=${days.until}`}
							/>
						</div>
					)
				}
			</QueryBoundary>
		</>
	)
}

function Check({ check, isZero }: TrialBalance) {
	if (isZero)
		return (
			<Note tone="good" icon={CircleCheck}>
				{m['books.zero']()}: {check.map(({ currency }) => currency).join(', ')}
			</Note>
		)
	const wrong = check.filter(({ sum: of }) => Number(of) !== 0).map(({ sum: of, currency }) => sumText(of, currency))
	return (
		<Note tone="bad" icon={CircleAlert}>
			{m['books.not_zero']({ sum: wrong.join(', ') })}
		</Note>
	)
}

function Owed({ owedToBuyers, owedToSuppliers, prepaidToSuppliers }: TrialBalance) {
	const cards: [string, BookAmount[]][] = [
		[m['books.owed_buyers'](), owedToBuyers],
		[m['books.owed_suppliers'](), owedToSuppliers],
		[m['books.prepaid'](), prepaidToSuppliers],
	]
	return (
		<div className="grid gap-3 md:grid-cols-3">
			{cards.map(([title, sums]) => (
				<Card key={title} title={title}>
					{sums.length === 0 && <span className="text-muted">{m['books.nothing']()}</span>}
					{sums.map(({ currency, sum: of }) => (
						<p key={currency} className="text-base">
							<Sum sum={of} currency={currency} strong />
						</p>
					))}
				</Card>
			))}
		</div>
	)
}
