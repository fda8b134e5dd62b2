import type { ConsoleOrderList } from '@larek/api/admin/types.gen.ts'
import { exactTime } from '@larek/shared/time.ts'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useMay } from '~/api/session.ts'
import { useAction } from '~/kit/action.ts'
import { Button } from '~/kit/Button.tsx'
import { FilterBar } from '~/kit/FilterBar.tsx'
import { type FilterState, type Filters, useFilters } from '~/kit/filters.ts'
import { Page } from '~/kit/Page.tsx'
import { Pager } from '~/kit/Pager.tsx'
import { QueryBoundary } from '~/kit/QueryBoundary.tsx'
import { SkeletonRows } from '~/kit/Skeleton.tsx'
import { useSelection } from '~/kit/selection.ts'
import { Empty, Note } from '~/kit/states.tsx'
import { Table } from '~/kit/Table.tsx'
import { ViewsBar } from '~/kit/ViewsBar.tsx'
import { m } from '~/paraglide/messages.js'
import { ColumnPicker } from './ColumnPicker.tsx'
import { columns } from './columns.tsx'
import { EarlierFiles, ExportButton } from './ExportButton.tsx'
import { FindField } from './FindField.tsx'
import { useOrderFilters } from './filters.ts'
import { removeView, saveView, updateView, useViews, viewKeys } from './listQueries.ts'
import { OrdersBulk } from './OrdersBulk.tsx'
import { orderQuery } from './orderQuery.ts'
import { useOrders } from './queries.ts'
import { savedQuery } from './savedQuery.ts'

/** The list of orders with the filters of the address. */
export default function Orders() {
	const filters = useOrderFilters()
	const state = useFilters(filters)
	const [params] = useSearchParams()
	const hidden = Object.fromEntries(
		['cursor', 'buyer_of', 'player_of'].map((name) => [name, params.get(name) ?? undefined]),
	)
	const query = orderQuery({ ...state.values, ...hidden })
	const orders = useOrders(query)
	const views = useViews()
	const may = useMay()
	const save = useAction({ run: saveView, invalidate: [viewKeys.all] })
	const change = useAction({ run: updateView, invalidate: [viewKeys.all] })
	const remove = useAction({ run: removeView, invalidate: [viewKeys.all] })
	const [chosen, setChosen] = useState<ReadonlySet<string>>()
	return (
		<Page
			title={m['orders.title']()}
			live
			beside={
				<ViewsBar
					views={views}
					canShare={may('view.share')}
					onSave={({ name, shared }) => save.start({ title: name, query: savedQuery(query), isShared: shared })}
					onChange={({ id }, { name, shared, pinned }) =>
						change.start({ id: Number(id), title: name, query: savedQuery(query), isShared: shared, isPinned: pinned })
					}
					onDelete={({ id }) => remove.start(Number(id))}
				/>
			}
		>
			<div className="flex flex-wrap items-start gap-1.5">
				<FindField />
				<div className="min-w-0 flex-1">
					<FilterBar filters={filters} state={state}>
						<EarlierFiles />
						<ExportButton key={savedQuery(query)} query={savedQuery(query)} />
						<ColumnPicker columns={columns} chosen={chosen} onChange={setChosen} />
					</FilterBar>
				</div>
			</div>
			<QueryBoundary query={orders} skeleton={<SkeletonRows rows={14} />}>
				{(page) => <OrderTable page={page} filters={filters} state={state} chosen={chosen} />}
			</QueryBoundary>
		</Page>
	)
}

interface OrderTableProps {
	page: ConsoleOrderList
	filters: Filters
	state: FilterState
	chosen?: ReadonlySet<string>
}

function OrderTable({ page, filters, state, chosen }: OrderTableProps) {
	const selection = useSelection()
	const short = page.isShort && page.lookedDownTo && (
		<Note tone="soon">{m['orders.short']({ time: exactTime(new Date(page.lookedDownTo)) })}</Note>
	)
	if (page.results.length === 0) {
		return (
			<>
				{short}
				<Empty
					title={m['orders.empty']()}
					hint={m['orders.empty_hint']()}
					action={state.active.map((name) => (
						<Button key={name} onClick={() => state.drop(name)}>
							{m['kit.drop_filter']({ name: filters[name]?.label ?? name })}
						</Button>
					))}
				/>
				{page.next && <Pager next={page.next} previous={page.previous} />}
			</>
		)
	}
	return (
		<>
			{short && <div className="mb-2">{short}</div>}
			<Table
				label={m['orders.title']()}
				columns={columns}
				rows={page.results}
				rowKey={({ id }) => String(id)}
				rowName={({ id }) => m['queue.order']({ id })}
				to={({ id }) => `/orders/${id}`}
				selection={selection}
				chosen={chosen}
				footer={
					<Pager next={page.next} previous={page.previous}>
						{m['orders.shown']()}
					</Pager>
				}
			/>
			{/* In a separate element: as a sibling of the table it would restyle every row when it appears. */}
			<div>
				<OrdersBulk rows={page.results} selection={selection} />
			</div>
		</>
	)
}
