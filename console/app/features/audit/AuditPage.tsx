import { clockTime, exactTime } from '@web/lib/time.ts'
import { Link, useSearchParams } from 'react-router'
import { useMay } from '~/api/session.ts'
import { Avatar } from '~/kit/Avatar.tsx'
import { Button } from '~/kit/Button.tsx'
import { Detail, Details } from '~/kit/Card.tsx'
import { Copy } from '~/kit/Copy.tsx'
import type { Column } from '~/kit/columns.ts'
import { Drawer } from '~/kit/Dialog.tsx'
import { FilterBar } from '~/kit/FilterBar.tsx'
import { type Filters, useFilters } from '~/kit/filters.ts'
import { Page } from '~/kit/Page.tsx'
import { Pager } from '~/kit/Pager.tsx'
import { Pill } from '~/kit/Pill.tsx'
import { Read } from '~/kit/Read.tsx'
import { SkeletonRows } from '~/kit/Skeleton.tsx'
import { useSearchState } from '~/kit/searchState.ts'
import { Empty } from '~/kit/states.tsx'
import { Table } from '~/kit/Table.tsx'
import { m } from '~/paraglide/messages.js'
import { parseRecord } from './auditQuery.ts'
import { Changes } from './Changes.tsx'
import { type AuditRow, useAudit, useAuditSeal } from './queries.ts'

const filters: Filters = {
	action: { label: m['audit.what'](), kind: 'text', placeholder: 'order.refund' },
	actor: { label: m['audit.actor'](), kind: 'text' },
	order: { label: m['audit.order'](), kind: 'text' },
	batch: { label: m['audit.batch'](), kind: 'text' },
	at: { label: m['audit.dates'](), kind: 'dates' },
}

const columns: Column<AuditRow>[] = [
	{ id: 'at', header: m['audit.at'](), width: 190, phone: 'line', cell: (row) => exactTime(new Date(row.at)) },
	{ id: 'actor', header: m['audit.who'](), phone: 'line', cell: (row) => <Actor name={row.actor} /> },
	{ id: 'action', header: m['audit.what'](), phone: 'title', cell: (row) => row.action },
	{ id: 'object', header: m['audit.object'](), phone: 'title', cell: (row) => `${row.object.kind} ${row.object.id}` },
	{ id: 'reason', header: m['audit.reason'](), cell: (row) => row.reason.text || row.reason.code },
]

function Actor({ name }: { name: string }) {
	return (
		<span className="inline-flex items-center gap-2">
			<Avatar name={name} small />
			{name}
		</span>
	)
}

/** Every write of the console with what it changed. Those without the permission see their own. */
export function AuditPage() {
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
				<FilterBar filters={filters} state={state} />
			) : (
				<p className="mb-3 text-muted">{m['audit.own']()}</p>
			)}
			<Read query={audit} skeleton={<SkeletonRows />}>
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
								rowName={(row) => row.action}
								to={link}
								footer={
									<Pager next={next} previous={previous}>
										{m['audit.shown']()}
									</Pager>
								}
							/>
							<Entry entry={results.find((row) => String(row.id) === entry)} onClose={() => setEntry(null)} />
						</>
					)
				}
			</Read>
		</Page>
	)
}

/** Says up to when nothing of the audit can have been changed unnoticed. */
function Seal() {
	const { data } = useAuditSeal()
	return data?.at ? <Pill tone="good">{m['audit.sealed']({ time: clockTime(new Date(data.at)) })}</Pill> : null
}

function Entry({ entry, onClose }: { entry: AuditRow | undefined; onClose: () => void }) {
	if (!entry) return null
	return (
		<Drawer open title={entry.action} subtitle={m['audit.entry']({ id: entry.id })} onClose={onClose}>
			<div className="grid gap-4">
				<Details wide>
					<Detail name={m['audit.at']()}>{exactTime(new Date(entry.at))}</Detail>
					<Detail name={m['audit.who']()}>
						<Actor name={entry.actor} />
					</Detail>
					<Detail name={m['audit.object']()}>
						<Copy text={`${entry.object.kind} ${entry.object.id}`} />
					</Detail>
					{entry.reason.code && (
						<Detail name={m['audit.reason']()}>
							{entry.reason.code} {entry.reason.text}
						</Detail>
					)}
					{entry.orderId && (
						<Detail name={m['audit.order']()}>
							<Link className="text-sky hover:underline" to={`/orders/${entry.orderId}`}>
								{entry.orderId}
							</Link>
						</Detail>
					)}
					<Detail name={m['audit.permission']()}>{entry.permission}</Detail>
					<Detail name={m['audit.address']()}>{entry.address}</Detail>
					<Detail name={m['audit.request']()}>
						<Copy text={entry.requestId} />
					</Detail>
					{entry.batch && (
						<Detail name={m['audit.batch']()}>
							<Copy text={entry.batch} />
						</Detail>
					)}
				</Details>
				<Changes before={parseRecord(entry.before)} after={parseRecord(entry.after)} />
			</div>
		</Drawer>
	)
}
