import type { StockBatch } from '@larek/api/admin/types.gen.ts'
import { Link } from 'react-router'
import { Age } from '~/kit/Age.tsx'
import { Button } from '~/kit/Button.tsx'
import type { Column } from '~/kit/columns.ts'
import { Money } from '~/kit/Money.tsx'
import { m } from '~/paraglide/messages.js'

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
