import type { PromoRow } from '@larek/api/admin/types.gen.ts'
import { Money } from '~/kit/Money.tsx'
import { Pill } from '~/kit/Pill.tsx'
import type { Column } from '~/kit/Table.tsx'
import { m } from '~/paraglide/messages.js'
import { kindLabel, stateLabel, stateTone, targetOf, termOf, usesOf } from './labels.ts'

export const columns: Column<PromoRow>[] = [
	{
		id: 'text',
		header: m['promo.text'](),
		phone: 'title',
		cell: ({ text }) => <span className="font-mono font-semibold">{text}</span>,
	},
	{
		id: 'percent',
		header: m['promo.percent'](),
		align: 'right',
		width: 92,
		phone: 'title',
		cell: (row) => `${row.percent} %`,
	},
	{ id: 'kind', header: m['promo.kind'](), cell: ({ kind }) => kindLabel(kind) },
	{ id: 'goods', header: m['promo.goods'](), phone: 'line', cell: targetOf },
	{ id: 'term', header: m['promo.term'](), phone: 'line', cell: ({ validUntil }) => termOf(validUntil) },
	{ id: 'uses', header: m['promo.uses'](), align: 'right', phone: 'line', cell: usesOf },
	{
		id: 'discount',
		header: m['promo.discount'](),
		align: 'right',
		cell: ({ discount }) => <Money sum={discount} />,
	},
	{
		id: 'revenue',
		header: m['promo.revenue'](),
		align: 'right',
		cell: ({ revenue }) => <Money sum={revenue} />,
	},
	{
		id: 'state',
		header: m['promo.state'](),
		phone: 'end',
		cell: ({ state }) => <Pill tone={stateTone(state)}>{stateLabel(state)}</Pill>,
	},
]
