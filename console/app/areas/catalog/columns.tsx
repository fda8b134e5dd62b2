import type { CatalogGameRow } from '@larek/api/admin/types.gen.ts'
import { Money } from '~/kit/Money.tsx'
import { Pill } from '~/kit/Pill.tsx'
import type { Column } from '~/kit/Table.tsx'
import { m } from '~/paraglide/messages.js'
import { gameState, kindName } from './labels.ts'

/** Games in the order of the storefront. */
export const gameColumns: Column<CatalogGameRow>[] = [
	{
		id: 'game',
		header: m['catalog.game'](),
		phone: 'title',
		cell: ({ title, logo }) => (
			<span className="inline-flex items-center gap-2.5 py-1">
				<img
					src={logo.replace(/[^/]+$/, '160.webp')}
					alt=""
					loading="lazy"
					className="h-8 w-6 flex-none rounded-tag bg-shelf object-cover"
				/>
				{title}
			</span>
		),
	},
	{ id: 'kind', header: m['catalog.kind'](), phone: 'line', cell: ({ kind }) => kindName(kind) },
	{
		id: 'products',
		header: m['catalog.products'](),
		align: 'right',
		phone: 'line',
		cell: ({ onSale, products }) => m['catalog.of']({ sold: onSale, all: products }),
	},
	{
		id: 'from',
		header: m['catalog.from'](),
		align: 'right',
		cell: ({ priceFrom }) => (priceFrom ? <Money sum={priceFrom} /> : <span className="text-muted">—</span>),
	},
	{
		id: 'state',
		header: m['catalog.state'](),
		phone: 'end',
		cell: (row) => {
			const [tone, label] = gameState(row)
			return <Pill tone={tone}>{label}</Pill>
		},
	},
]
