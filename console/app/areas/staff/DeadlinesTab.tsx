import type { DeadlinesKept, PersonDeadlines } from '@larek/api/admin/types.gen.ts'
import { Avatar } from '~/kit/Avatar.tsx'
import { Pill } from '~/kit/Pill.tsx'
import { QueryBoundary } from '~/kit/QueryBoundary.tsx'
import { SkeletonRows } from '~/kit/Skeleton.tsx'
import { Empty } from '~/kit/states.tsx'
import { type Column, Table } from '~/kit/Table.tsx'
import { m } from '~/paraglide/messages.js'
import { useDeadlines } from './queries.ts'

/** From this share on a person keeps deadlines, in per cent. */
const enough = 90

function Share({ met, late }: DeadlinesKept) {
	if (met + late === 0) return '—'
	const percent = Math.floor((100 * met) / (met + late))
	return <Pill tone={percent >= enough ? 'good' : 'soon'}>{m['staff.share']({ percent })}</Pill>
}

const kept = ({ met, late }: DeadlinesKept) => m['staff.met_of']({ met, all: met + late })

/** A phone's card has no headers, so the period is with the numbers there. */
const period = (label: string) => <span className="md:hidden">{label}: </span>

const columns: Column<PersonDeadlines>[] = [
	{
		id: 'name',
		header: m['staff.name'](),
		phone: 'title',
		cell: ({ name }) => (
			<span className="inline-flex items-center gap-2">
				<Avatar name={name} small beside />
				{name}
			</span>
		),
	},
	{
		id: 'week',
		header: m['staff.week'](),
		align: 'right',
		phone: 'line',
		cell: ({ week }) => (
			<>
				{period(m['staff.week']())}
				{kept(week)}
			</>
		),
	},
	{
		id: 'week_share',
		header: m['staff.in_time'](),
		align: 'right',
		width: 130,
		cell: ({ week }) => <Share {...week} />,
	},
	{
		id: 'month',
		header: m['staff.month'](),
		align: 'right',
		phone: 'line',
		cell: ({ month }) => (
			<>
				{period(m['staff.month']())}
				{kept(month)}
			</>
		),
	},
	{
		id: 'month_share',
		header: m['staff.in_time'](),
		align: 'right',
		width: 130,
		phone: 'end',
		cell: ({ month }) => <Share {...month} />,
	},
]

/** How many rows of the queue each person ended before their deadline. */
export function DeadlinesTab() {
	const deadlines = useDeadlines()
	return (
		<QueryBoundary query={deadlines} skeleton={<SkeletonRows rows={5} />}>
			{({ people }) =>
				people.length === 0 ? (
					<Empty title={m['staff.no_deadlines']()} hint={m['staff.deadlines_hint']()} />
				) : (
					<>
						<Table
							label={m['staff.deadlines']()}
							columns={columns}
							rows={people}
							rowKey={({ id }) => String(id)}
							rowName={({ name }) => name}
							to={({ id }) => `/staff/${id}`}
						/>
						<p className="mt-2 text-xs text-muted">{m['staff.deadlines_hint']()}</p>
					</>
				)
			}
		</QueryBoundary>
	)
}
