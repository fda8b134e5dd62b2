import type { RefundState } from '@larek/api/admin/types.gen.ts'
import { useSearchParams } from 'react-router'
import { refundOptions } from '~/common/orderLabels.ts'
import { Button } from '~/kit/Button.tsx'
import { FilterBar } from '~/kit/FilterBar.tsx'
import { type Filters, useFilters } from '~/kit/filters.ts'
import { Page } from '~/kit/Page.tsx'
import { QueryTable } from '~/kit/QueryTable.tsx'
import { Empty } from '~/kit/states.tsx'
import { m } from '~/paraglide/messages.js'
import { columns } from './columns.tsx'
import { useRefunds } from './queries.ts'

const filters: Filters = {
	state: { label: m['refunds.state'](), kind: 'options', options: refundOptions },
	order_id: { label: m['refunds.order'](), kind: 'text' },
}

/** All refunds: in progress, waiting for approval, and done. */
export default function Refunds() {
	const state = useFilters(filters)
	const [params] = useSearchParams()
	const order = Number(state.values.order_id)
	const refunds = useRefunds({
		state: state.values.state as RefundState | undefined,
		orderId: order > 0 ? order : undefined,
		cursor: params.get('cursor') ?? undefined,
	})
	return (
		<Page title={m['refunds.title']()} live>
			<FilterBar filters={filters} state={state} />
			<QueryTable
				query={refunds}
				skeleton={10}
				empty={
					<Empty
						title={m['refunds.empty']()}
						hint={m['refunds.empty_hint']()}
						action={state.active.length > 0 && <Button onClick={state.clear}>{m['kit.reset']()}</Button>}
					/>
				}
				label={m['refunds.title']()}
				columns={columns}
				rowKey={({ kind, id }) => `${kind}-${id}`}
				rowName={({ id }) => `${m['refunds.title']()} ${id}`}
			/>
		</Page>
	)
}
