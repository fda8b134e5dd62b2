import type { CustomerMovement } from '@larek/api/admin/types.gen.ts'
import { exactTime } from '@larek/shared/time.ts'
import { useSearchParams } from 'react-router'
import { Card } from '~/kit/Card.tsx'
import { Money } from '~/kit/Money.tsx'
import { Pager } from '~/kit/Pager.tsx'
import { QueryBoundary } from '~/kit/QueryBoundary.tsx'
import { SkeletonRows } from '~/kit/Skeleton.tsx'
import { type Column, Table } from '~/kit/Table.tsx'
import { m } from '~/paraglide/messages.js'
import { useMovements } from './queries.ts'

const columns: Column<CustomerMovement>[] = [
	{ id: 'title', header: m['customers.moved'](), phone: 'title', cell: ({ title }) => title },
	{ id: 'at', header: m['customers.when'](), phone: 'line', cell: ({ at }) => exactTime(new Date(at)) },
	{ id: 'order', header: m['customers.for_order'](), cell: ({ orderId }) => orderId ?? '—' },
	{
		id: 'sum',
		header: m['customers.sum'](),
		align: 'right',
		phone: 'end',
		cell: ({ amount }) => <Money sum={amount} />,
	},
]

/** The movements of a balance. */
export function Movements({ id }: { id: number }) {
	const [params] = useSearchParams()
	const moves = useMovements(id, params.get('cursor') ?? undefined)
	return (
		<QueryBoundary query={moves} skeleton={<SkeletonRows rows={4} />}>
			{({ results, next, previous }) =>
				results.length === 0 ? (
					<Card title={m['customers.movements']()}>
						<p className="text-muted">{m['customers.no_movements']()}</p>
					</Card>
				) : (
					<Table
						label={m['customers.movements']()}
						columns={columns}
						rows={results}
						rowKey={({ entryId }) => String(entryId)}
						rowName={({ title }) => title}
						to={({ orderId }) => (orderId ? `/orders/${orderId}` : `/customers/${id}`)}
						footer={<Pager next={next} previous={previous} />}
					/>
				)
			}
		</QueryBoundary>
	)
}
