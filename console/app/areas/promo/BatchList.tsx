import type { PromoBatch } from '@larek/api/admin/types.gen.ts'
import { useSearchParams } from 'react-router'
import { Age } from '~/kit/Age.tsx'
import { Money } from '~/kit/Money.tsx'
import { QueryTable } from '~/kit/QueryTable.tsx'
import { Empty } from '~/kit/states.tsx'
import type { Column } from '~/kit/Table.tsx'
import { m } from '~/paraglide/messages.js'
import { BatchTools } from './BatchTools.tsx'
import { termOf } from './labels.ts'
import { usePromoBatches } from './queries.ts'

const columns: Column<PromoBatch>[] = [
	{ id: 'title', header: m['promo.batch_title'](), phone: 'title', cell: ({ title }) => title },
	{ id: 'percent', header: m['promo.percent'](), align: 'right', width: 92, cell: ({ percent }) => `${percent} %` },
	{
		id: 'codes',
		header: m['promo.batch_codes'](),
		phone: 'line',
		cell: ({ active, codes }) => m['promo.batch_active']({ active, codes }),
	},
	{ id: 'term', header: m['promo.term'](), phone: 'line', cell: ({ validUntil }) => termOf(validUntil) },
	{ id: 'uses', header: m['promo.uses'](), align: 'right', phone: 'line', cell: ({ uses }) => uses },
	{ id: 'discount', header: m['promo.discount'](), align: 'right', cell: ({ discount }) => <Money sum={discount} /> },
	{ id: 'revenue', header: m['promo.revenue'](), align: 'right', cell: ({ revenue }) => <Money sum={revenue} /> },
	{ id: 'author', header: m['promo.author'](), cell: ({ author }) => author },
	{ id: 'created', header: m['promo.at'](), cell: ({ created }) => <Age at={created} /> },
	{
		id: 'actions',
		header: m['refunds.actions'](),
		align: 'right',
		width: 96,
		phone: 'end',
		cell: (row) => <BatchTools batch={row} />,
	},
]

export function BatchList() {
	const [params] = useSearchParams()
	const batches = usePromoBatches(params.get('cursor') ?? undefined)
	return (
		<QueryTable
			query={batches}
			skeleton={6}
			empty={<Empty title={m['promo.no_batches']()} hint={m['promo.no_batches_hint']()} />}
			label={m['promo.batches']()}
			columns={columns}
			rowKey={({ id }) => String(id)}
			rowName={({ title }) => title}
			to={({ id }) => `/promo?batch=${id}`}
		/>
	)
}
