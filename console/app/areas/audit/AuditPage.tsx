import { clockTime, dayAndTime, exactTime } from '@larek/shared/time.ts'
import { useSearchParams } from 'react-router'
import { useMay } from '~/api/session.ts'
import { actionName, actionOptions, objectName } from '~/common/auditLabels.ts'
import { Button } from '~/kit/Button.tsx'
import { FilterBar } from '~/kit/FilterBar.tsx'
import { type Filters, useFilters } from '~/kit/filters.ts'
import { Page } from '~/kit/Page.tsx'
import { Pager } from '~/kit/Pager.tsx'
import { Pill } from '~/kit/Pill.tsx'
import { QueryBoundary } from '~/kit/QueryBoundary.tsx'
import { SkeletonRows } from '~/kit/Skeleton.tsx'
import { useSearchState } from '~/kit/searchState.ts'
import { Empty } from '~/kit/states.tsx'
import { type Column, Table } from '~/kit/Table.tsx'
import { m } from '~/paraglide/messages.js'
import { Actor, AuditDrawer } from './AuditDrawer.tsx'
import { AuditExport } from './AuditExport.tsx'
import { type AuditRow, useAudit, useAuditSeal } from './queries.ts'
import { reasonLabel } from './reasonLabel.ts'

const filters: Filters = {
	action: { label: m['audit.what'](), kind: 'options', options: actionOptions },
	actor: { label: m['audit.actor'](), kind: 'text' },
	order: { label: m['audit.order'](), kind: 'text' },
	batch: { label: m['audit.batch'](), kind: 'text' },
	at: { label: m['audit.dates'](), kind: 'dates' },
}

const columns: Column<AuditRow>[] = [
	{ id: 'action', header: m['audit.what'](), width: 210, phone: 'title', cell: (row) => actionName(row.action) },
	{ id: 'object', header: m['audit.object'](), width: 150, phone: 'line', cell: (row) => objectName(row.object) },
	{ id: 'actor', header: m['audit.who'](), width: 200, phone: 'line', cell: (row) => <Actor name={row.actor} /> },
	{
		id: 'at',
		header: m['audit.at'](),
		width: 150,
		phone: 'line',
		cell: (row) => (
			<time dateTime={row.at} title={exactTime(new Date(row.at))} className="whitespace-nowrap text-muted">
				{dayAndTime(new Date(row.at))}
			</time>
		),
	},
	{
		id: 'reason',
		header: m['audit.reason'](),
		cell: (row) => <span className="line-clamp-1">{reasonLabel(row.reason)}</span>,
	},
]

/** The audit log of the console. Operators without the permission see their own actions. */
export default function AuditPage() {
	const state = useFilters(filters)
	const [params] = useSearchParams()
	const audit = useAudit(state.values, params.get('cursor') ?? undefined)
	const mayReadAll = useMay()('audit.read')
	const [entry, setEntry] = useSearchState('entry')
	const link = (row: AuditRow) => {
		const next = new URLSearchParams(params)
		next.set('entry', String(row.id))
		return `?${next}`
	}
	return (
		<Page title={m['audit.title']()} beside={<Seal />} live>
			{mayReadAll ? (
				<FilterBar filters={filters} state={state}>
					<AuditExport values={state.values} />
				</FilterBar>
			) : (
				<p className="mb-3 text-muted">{m['audit.own']()}</p>
			)}
			<QueryBoundary query={audit} skeleton={<SkeletonRows />}>
				{({ results, next, previous }) =>
					results.length === 0 ? (
						<Empty
							title={m['audit.empty']()}
							hint={m['audit.empty_hint']()}
							action={<Button onClick={state.clear}>{m['kit.reset']()}</Button>}
						/>
					) : (
						<>
							<Table
								label={m['audit.title']()}
								columns={columns}
								rows={results}
								rowKey={(row) => String(row.id)}
								rowName={(row) => actionName(row.action)}
								to={link}
								footer={
									<Pager next={next} previous={previous}>
										{m['audit.shown']()}
									</Pager>
								}
							/>
							<AuditDrawer entry={results.find((row) => String(row.id) === entry)} onClose={() => setEntry(null)} />
						</>
					)
				}
			</QueryBoundary>
		</Page>
	)
}

/** The time up to which the audit log is sealed, so that later changes to it are detected. */
function Seal() {
	const { data } = useAuditSeal()
	return data?.at ? <Pill tone="good">{m['audit.sealed']({ time: clockTime(new Date(data.at)) })}</Pill> : null
}
