import { Download, RefreshCw } from 'lucide-react'
import { BulkBar } from '~/kit/BulkBar.tsx'
import { Card } from '~/kit/Card.tsx'
import { Chips } from '~/kit/Chips.tsx'
import { FilterBar } from '~/kit/FilterBar.tsx'
import { useFilters } from '~/kit/filters.ts'
import { Money } from '~/kit/Money.tsx'
import { Pager } from '~/kit/Pager.tsx'
import { useSearchState } from '~/kit/searchState.ts'
import { useSelection } from '~/kit/selection.ts'
import { Table } from '~/kit/Table.tsx'
import { Timeline } from '~/kit/Timeline.tsx'
import { showToast } from '~/kit/toast.ts'
import { columns, entries, filters, rows } from './samples.tsx'

const changed = new Set(['481921'])

/** Filters, a table with a selection, and a timeline. */
export function ListSamples() {
	const state = useFilters(filters)
	const selection = useSelection()
	const [source, setSource] = useSearchState('source')
	return (
		<>
			<section aria-label="Список">
				<FilterBar filters={filters} state={state} search="№, почта, игрок, платёж" />
				<Table
					label="Заказы"
					columns={columns}
					rows={rows}
					rowKey={(row) => row.id}
					rowName={(row) => `заказ ${row.id}`}
					to={() => '/kit'}
					selection={selection}
					changed={changed}
					footer={<Pager next="older">4 заказа, новые сверху</Pager>}
				/>
				<BulkBar
					selection={selection}
					sum={<Money sum="2686.91" />}
					actions={[
						{ label: 'Спросить', icon: RefreshCw, allowed: 1, run: () => showToast({ text: 'Спросили' }) },
						{ label: 'Выгрузить', icon: Download, run: () => showToast({ text: 'Готовим файл' }) },
					]}
				/>
			</section>
			<Card
				title={
					<Chips
						label="Источник"
						value={source ?? 'all'}
						onChange={(value) => setSource(value === 'all' ? null : value)}
						chips={[
							{ value: 'all', label: 'Всё', count: 45 },
							{ value: 'money', label: 'Оплата', count: 3 },
							{ value: 'people', label: 'Люди', count: 3 },
						]}
					/>
				}
				flush
			>
				<Timeline label="История" items={entries} />
			</Card>
		</>
	)
}
