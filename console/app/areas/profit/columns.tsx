import type { ProfitBy, ProfitRow, ProfitSums } from '@larek/api/admin/types.gen.ts'
import { Link } from 'react-router'
import { countryName, methodName, supplierName } from '~/api/names.ts'
import { dayLabel } from '~/common/days.ts'
import { Growth } from '~/common/Growth.tsx'
import { Sum } from '~/common/Sum.tsx'
import type { Column } from '~/kit/Table.tsx'
import { m } from '~/paraglide/messages.js'

/** The dimensions of profit, in menu order. */
export const dimensions: Record<ProfitBy, () => string> = {
	day: m['profit.by_day'],
	game: m['profit.by_game'],
	product: m['profit.by_product'],
	supplier: m['profit.by_supplier'],
	method: m['profit.by_method'],
	country: m['profit.by_country'],
}

/** The title of a row, from the server or from messages. */
export function rowTitle(by: ProfitBy, { key, title }: Pick<ProfitRow, 'key' | 'title'>): string {
	if (key === '') return m['profit.none']()
	if (by === 'day') return dayLabel(key)
	if (by === 'supplier') return supplierName(key)
	if (by === 'method') return methodName(key)
	if (by === 'country') return countryName(key)
	return key === 'gift' ? m['home.gifts']() : title || key
}

type Measure = Exclude<keyof ProfitSums, 'orders' | 'noRate'>

const sum = (id: Measure, header: string, optional = false): Column<ProfitRow> => ({
	id,
	header,
	align: 'right',
	optional,
	phone: id === 'margin' ? 'end' : undefined,
	cell: ({ now }) => <Sum sum={now[id]} currency="RUB" strong={id === 'margin'} />,
})

type OrdersOf = (row: ProfitRow) => string | undefined

function Title({ title, to }: { title: string; to: string | undefined }) {
	if (!to) return title
	return (
		<Link to={to} title={m['profit.open_orders']()} className="font-semibold hover:underline">
			{title}
		</Link>
	)
}

// The margin comes first: on a laptop the parts it is made of are beyond the edge.
const columnsBy = (by: ProfitBy, to: OrdersOf): Column<ProfitRow>[] => [
	{
		id: 'title',
		header: dimensions[by](),
		phone: 'title',
		cell: (row) => (
			<span className="md:block md:min-w-48">
				<Title title={rowTitle(by, row)} to={to(row)} />
			</span>
		),
	},
	{ id: 'orders', header: m['profit.orders'](), align: 'right', cell: ({ now }) => now.orders },
	sum('margin', m['profit.margin']()),
	{
		id: 'change',
		header: m['home.change'](),
		align: 'right',
		phone: 'line',
		cell: ({ now, before }) => <Growth now={Number(now.margin)} before={Number(before.margin)} />,
	},
	sum('revenue', m['profit.revenue']()),
	sum('discounts', m['profit.discounts']()),
	sum('cost', m['profit.cost']()),
	sum('fees', m['profit.fees']()),
	sum('acquiring', m['profit.acquiring']()),
	sum('refunds', m['profit.refunds']()),
	sum('chargebacks', m['profit.chargebacks'](), true),
	sum('goodwill', m['profit.goodwill'](), true),
	sum('writeoffs', m['profit.writeoffs'](), true),
	sum('vat', m['profit.vat'](), true),
]

/** The columns of profit; rare ones are hidden while they are zero. */
export const profitColumns = (by: ProfitBy, total: ProfitSums, to: OrdersOf): Column<ProfitRow>[] =>
	columnsBy(by, to)
		.filter(({ id, optional }) => !optional || Number(total[id as Measure]) !== 0)
		.map((column) => ({ ...column, optional: false }))
