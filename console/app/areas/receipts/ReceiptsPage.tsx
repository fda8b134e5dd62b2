import { useSearchParams } from 'react-router'
import { shopDays } from '~/common/days.ts'
import { Button } from '~/kit/Button.tsx'
import { FilterBar } from '~/kit/FilterBar.tsx'
import { type Filters, useFilters } from '~/kit/filters.ts'
import { Page } from '~/kit/Page.tsx'
import { Pager } from '~/kit/Pager.tsx'
import { QueryBoundary } from '~/kit/QueryBoundary.tsx'
import { SkeletonRows } from '~/kit/Skeleton.tsx'
import { Empty } from '~/kit/states.tsx'
import { Table } from '~/kit/Table.tsx'
import { m } from '~/paraglide/messages.js'
import { columns } from './columns.tsx'
import { kindOptions, stateOptions } from './names.ts'
import { type ReceiptQuery, useReceipts } from './queries.ts'

const filters: Filters = {
	state: { label: m['receipts.state'](), kind: 'options', options: stateOptions },
	kind: { label: m['receipts.kind'](), kind: 'options', options: kindOptions },
	created: { label: m['receipts.created'](), kind: 'dates' },
}

/** Fiscal receipts: sent, waiting, and to be issued by hand. */
export default function Receipts() {
	const state = useFilters(filters)
	const [params] = useSearchParams()
	const receipts = useReceipts({
		state: state.values.state as ReceiptQuery['state'],
		kind: state.values.kind as ReceiptQuery['kind'],
		...shopDays(state.values.created_from, state.values.created_to),
		cursor: params.get('cursor') ?? undefined,
	})
	return (
		<Page title={m['receipts.title']()}>
			<FilterBar filters={filters} state={state} />
			<QueryBoundary query={receipts} skeleton={<SkeletonRows rows={10} />}>
				{({ results, next, previous }) =>
					results.length === 0 && !next ? (
						<Empty
							title={m['receipts.empty']()}
							hint={m['receipts.empty_hint']()}
							action={state.active.length > 0 && <Button onClick={state.clear}>{m['kit.reset']()}</Button>}
						/>
					) : (
						<Table
							label={m['receipts.title']()}
							columns={columns}
							rows={results}
							rowKey={({ id }) => String(id)}
							rowName={({ id }) => `${m['receipts.title']()} ${id}`}
							footer={<Pager next={next} previous={previous} />}
						/>
					)
				}
			</QueryBoundary>
		</Page>
	)
}
