import type { StockBatch } from '@larek/api/admin/types.gen.ts'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useMay } from '~/api/session.ts'
import { Age } from '~/kit/Age.tsx'
import { Button } from '~/kit/Button.tsx'
import { Money } from '~/kit/Money.tsx'
import { QueryTable } from '~/kit/QueryTable.tsx'
import { Empty } from '~/kit/states.tsx'
import type { Column } from '~/kit/Table.tsx'
import { m } from '~/paraglide/messages.js'
import { useBatches } from './queries.ts'
import { VoidDialog } from './VoidDialog.tsx'

/** Batches of loaded codes, with their author and source. */
export function Batches() {
	const [params] = useSearchParams()
	const batches = useBatches(Number(params.get('product')) || undefined, params.get('cursor') ?? undefined)
	const may = useMay()
	const [voiding, setVoiding] = useState<number>()
	return (
		<>
			<QueryTable
				query={batches}
				skeleton={8}
				empty={<Empty title={m['stock.no_batches']()} hint={m['stock.no_batches_hint']()} />}
				label={m['stock.tab_batches']()}
				columns={batchColumns(may('code.void') ? setVoiding : undefined)}
				rowKey={({ id }) => String(id)}
				rowName={({ id }) => String(id)}
			/>
			{voiding && <VoidDialog what="batch" id={voiding} onClose={() => setVoiding(undefined)} />}
		</>
	)
}

const dash = <span className="text-muted">—</span>

/** Batches as they were loaded. */
export const batchColumns = (onVoid: ((id: number) => void) | undefined): Column<StockBatch>[] => [
	{
		id: 'id',
		header: m['stock.batch'](),
		phone: 'title',
		cell: ({ id }) => (
			<Link className="font-semibold hover:underline" to={`?tab=codes&batch=${id}`}>
				{id}
			</Link>
		),
	},
	{ id: 'product', header: m['stock.product'](), phone: 'title', cell: ({ title, game }) => `${game}, ${title}` },
	{ id: 'created', header: m['stock.loaded_at'](), phone: 'line', cell: ({ created }) => <Age at={created} /> },
	{ id: 'by', header: m['stock.by'](), phone: 'line', cell: ({ by }) => by.name },
	{ id: 'source', header: m['stock.source'](), cell: ({ source }) => source || dash },
	{
		id: 'cost',
		header: m['stock.unit_cost'](),
		align: 'right',
		cell: ({ unitCost }) => (unitCost ? <Money sum={unitCost} /> : dash),
	},
	{ id: 'codes', header: m['stock.codes'](), align: 'right', cell: ({ codes }) => codes },
	{ id: 'free', header: m['stock.free'](), align: 'right', phone: 'end', cell: ({ free }) => free },
	{
		id: 'void',
		header: m['stock.steps'](),
		align: 'right',
		cell: ({ id, free }) =>
			onVoid && free > 0 ? (
				<Button size="small" look="bad" onClick={() => onVoid(id)} aria-label={m['stock.void_batch_of']({ id })}>
					{m['stock.void']()}
				</Button>
			) : (
				dash
			),
	},
]
