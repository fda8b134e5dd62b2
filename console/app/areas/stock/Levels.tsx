import type { StockRow } from '@larek/api/admin/types.gen.ts'
import { useState } from 'react'
import { Link } from 'react-router'
import { useMay } from '~/api/session.ts'
import { Age } from '~/kit/Age.tsx'
import { Button } from '~/kit/Button.tsx'
import { lasting } from '~/kit/duration.ts'
import { Pill, Tag } from '~/kit/Pill.tsx'
import { QueryTable } from '~/kit/QueryTable.tsx'
import { Empty } from '~/kit/states.tsx'
import type { Column } from '~/kit/Table.tsx'
import { m } from '~/paraglide/messages.js'
import { LoadDialog } from './LoadDialog.tsx'
import { daysTone } from './labels.ts'
import { useStock } from './queries.ts'

/** How many codes each product has, and for how long they last. */
export function Levels() {
	const stock = useStock()
	const may = useMay()
	const [loading, setLoading] = useState<StockRow>()
	return (
		<>
			<QueryTable
				query={stock}
				skeleton={8}
				empty={<Empty title={m['stock.empty']()} hint={m['stock.empty_hint']()} />}
				label={m['stock.title']()}
				columns={levelColumns(may('code.load') ? setLoading : undefined)}
				rowKey={({ productId }) => String(productId)}
				rowName={({ title }) => title}
			/>
			{loading && <LoadDialog row={loading} onClose={() => setLoading(undefined)} />}
		</>
	)
}

const dash = <span className="text-muted">—</span>
const number = (value: number) => (value === 0 ? dash : value)

const facts: Column<StockRow>[] = [
	{
		id: 'title',
		header: m['stock.product'](),
		phone: 'title',
		cell: ({ productId, title, game, isActive }) => (
			<span className="flex flex-wrap items-center gap-x-2">
				<Link to={`?tab=codes&product=${productId}`} className="font-semibold hover:underline">
					{title}
				</Link>
				<span className="text-xs text-muted">{game}</span>
				{!isActive && <Tag>{m['prices.hidden']()}</Tag>}
			</span>
		),
	},
	{
		id: 'free',
		header: m['stock.free'](),
		align: 'right',
		phone: 'line',
		cell: ({ free }) => <strong className={free === 0 ? 'text-coral' : undefined}>{free}</strong>,
	},
	{
		id: 'left',
		header: m['stock.days_left'](),
		phone: 'end',
		cell: ({ daysLeft, free }) => (
			<Pill tone={daysTone(daysLeft, free)}>
				{free === 0 ? m['stock.none']() : daysLeft === null ? m['stock.not_sold']() : lasting(daysLeft)}
			</Pill>
		),
	},
	{
		id: 'day',
		header: m['stock.per_day'](),
		align: 'right',
		phone: 'line',
		cell: ({ perDay }) => perDay.replace('.', ','),
	},
	{ id: 'reserved', header: m['stock.reserved'](), align: 'right', cell: ({ reserved }) => number(reserved) },
	{ id: 'given', header: m['stock.given'](), align: 'right', cell: ({ given }) => number(given) },
	{
		id: 'expiring',
		header: m['stock.expiring'](),
		align: 'right',
		cell: ({ expiring, expired }) =>
			expired > 0 ? <span className="text-coral">{m['stock.expired']({ count: expired })}</span> : number(expiring),
	},
	{
		id: 'loaded',
		header: m['stock.loaded'](),
		cell: ({ loadedAt, loaded }) =>
			loadedAt ? (
				<span>
					{loaded}, <Age at={loadedAt} />
				</span>
			) : (
				dash
			),
	},
]

/** The stock of each product; `onLoad` is absent for those who may not load. */
export const levelColumns = (onLoad: ((row: StockRow) => void) | undefined): Column<StockRow>[] => [
	...facts,
	{
		id: 'load',
		header: m['stock.load'](),
		align: 'right',
		cell: (row) =>
			onLoad ? (
				<Button size="small" onClick={() => onLoad(row)} aria-label={m['stock.load_for']({ title: row.title })}>
					{m['stock.load']()}
				</Button>
			) : (
				dash
			),
	},
]
