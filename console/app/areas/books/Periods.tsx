import type { BookPeriods, ClosedMonth } from '@larek/api/admin/types.gen.ts'
import { dayAndTime } from '@larek/shared/time.ts'
import { Lock } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { dayLabel, monthLabel } from '~/common/days.ts'
import { reasonsOf } from '~/common/reasons.ts'
import { ActionDialog } from '~/kit/ActionDialog.tsx'
import { Button } from '~/kit/Button.tsx'
import { Drawer } from '~/kit/Dialog.tsx'
import { QueryBoundary } from '~/kit/QueryBoundary.tsx'
import { SkeletonRows } from '~/kit/Skeleton.tsx'
import { useSearchState } from '~/kit/searchState.ts'
import { Empty } from '~/kit/states.tsx'
import { type Column, Table } from '~/kit/Table.tsx'
import { m } from '~/paraglide/messages.js'
import { openDays } from './openDays.ts'
import { bookKeys, closeMonth, useMonthDays, usePeriods, useSummary } from './queries.ts'
import { Requests } from './Requests.tsx'

const columns: Column<ClosedMonth>[] = [
	{ id: 'month', header: m['books.month'](), width: 120, phone: 'title', cell: ({ month }) => monthLabel(month) },
	{
		id: 'at',
		header: m['books.closed_at'](),
		width: 180,
		phone: 'line',
		cell: ({ closedAt }) => <span className="text-muted">{dayAndTime(new Date(closedAt))}</span>,
	},
	{
		id: 'people',
		header: m['books.closed_by'](),
		phone: 'line',
		cell: ({ askedBy, closedBy }) => `${askedBy.name} → ${closedBy.name}`,
	},
	{
		id: 'digest',
		header: m['books.digest'](),
		cell: ({ digest }) => <code className="text-xs text-muted">{digest.slice(0, 16)}…</code>,
	},
]

/** Closed months, the next one to close, and requests that wait for a second person. */
export function Periods() {
	const [month, setMonth] = useSearchState('month')
	const summary = useSummary(month)
	return (
		<QueryBoundary query={usePeriods()} skeleton={<SkeletonRows rows={6} />}>
			{(data) => (
				<div className="grid gap-3">
					<Requests requests={data.requests} />
					<NextMonth {...data} />
					{data.results.length === 0 ? (
						<Empty title={m['books.none_closed']()} hint={m['books.none_closed_hint']()} />
					) : (
						<Table
							label={m['books.periods']()}
							columns={columns}
							rows={data.results}
							rowKey={(row) => row.month}
							rowName={(row) => monthLabel(row.month)}
							to={(row) => `?tab=periods&month=${row.month}`}
						/>
					)}
					{month && (
						<Drawer open title={m['books.summary']()} subtitle={monthLabel(month)} onClose={() => setMonth(null)}>
							<pre className="text-xs whitespace-pre-wrap">{summary.data?.summary}</pre>
						</Drawer>
					)}
				</div>
			)}
		</QueryBoundary>
	)
}

function NextMonth({ openMonth, obstacle, requests }: BookPeriods) {
	const [isOpen, setOpen] = useState(false)
	if (!openMonth) return null
	const isAsked = requests.some(({ month }) => month === openMonth)
	return (
		<div className="card flex flex-wrap items-center gap-3 px-3.5 py-3">
			<div className="min-w-0 flex-1">
				<p className="font-semibold">{m['books.open_month']({ month: monthLabel(openMonth) })}</p>
				{obstacle && <p className="text-muted">{obstacle}</p>}
				{obstacle && <OpenDays month={openMonth} />}
			</div>
			<Button look="lamp" icon={Lock} disabled={!!obstacle || isAsked} onClick={() => setOpen(true)}>
				{m['books.close']()}
			</Button>
			<ActionDialog
				open={isOpen}
				onClose={() => setOpen(false)}
				title={m['books.close']()}
				subtitle={monthLabel(openMonth)}
				consequences={[m['books.close_1'](), m['books.close_2']({ month: monthLabel(openMonth) })]}
				reasons={reasonsOf('check')}
				submit={m['books.close']()}
				run={({ reason }, key) => closeMonth(openMonth, reason, key)}
				invalidate={[bookKeys.all]}
				done={({ message }) => message}
			/>
		</div>
	)
}

/** The days of a month that are not explained, each a link to its reconciliation. */
function OpenDays({ month }: { month: string }) {
	const days = openDays(useMonthDays(month).data ?? { whole: [], days: [], providers: [], suppliers: [] })
	if (days.length === 0) return null
	return (
		<nav aria-label={m['books.open_days']()} className="mt-1.5">
			<ul className="flex flex-wrap gap-x-3 gap-y-1">
				{days.map(({ day, label, to }) => (
					<li key={day}>
						<Link to={to} title={label} className="text-sky underline underline-offset-3">
							{dayLabel(day)}
						</Link>
					</li>
				))}
			</ul>
		</nav>
	)
}
