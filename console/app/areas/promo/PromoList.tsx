import type { PromoState } from '@larek/api/admin/types.gen.ts'
import { useSearchParams } from 'react-router'
import { Button } from '~/kit/Button.tsx'
import { FilterBar } from '~/kit/FilterBar.tsx'
import { type Filters, useFilters } from '~/kit/filters.ts'
import { QueryTable } from '~/kit/QueryTable.tsx'
import { Empty } from '~/kit/states.tsx'
import { m } from '~/paraglide/messages.js'
import { columns } from './columns.tsx'
import { stateOptions } from './labels.ts'
import { usePromos } from './queries.ts'

const filters: Filters = {
	state: { label: m['promo.state'](), kind: 'options', options: stateOptions },
	batch: { label: m['promo.batches'](), kind: 'text' },
}

export function PromoList() {
	const state = useFilters(filters)
	const [params] = useSearchParams()
	const batch = Number(state.values.batch)
	const promos = usePromos({
		state: state.values.state as PromoState | undefined,
		batch: batch > 0 ? batch : undefined,
		text: state.values.q,
		cursor: params.get('cursor') ?? undefined,
	})
	return (
		<>
			<FilterBar filters={filters} state={state} search={m['promo.search']()} />
			<QueryTable
				query={promos}
				skeleton={10}
				empty={
					<Empty
						title={m['promo.empty']()}
						hint={m['promo.empty_hint']()}
						action={
							(state.active.length > 0 || state.values.q) && <Button onClick={state.clear}>{m['kit.reset']()}</Button>
						}
					/>
				}
				label={m['promo.title']()}
				columns={columns}
				rowKey={({ id }) => String(id)}
				rowName={({ text }) => text}
				to={({ id }) => `/promo/${id}`}
			/>
		</>
	)
}
