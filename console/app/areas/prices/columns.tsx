import type { PriceMargin, PricePreviewRow, PriceRow } from '@larek/api/admin/types.gen.ts'
import { formatMoney, parseMoney } from '@larek/shared/money.ts'
import { dayAndTime } from '@larek/shared/time.ts'
import { CalendarClock } from 'lucide-react'
import { Link } from 'react-router'
import { supplierName } from '~/api/names.ts'
import { sumText } from '~/common/Sum.tsx'
import { Tag } from '~/kit/Pill.tsx'
import type { Column } from '~/kit/Table.tsx'
import { m } from '~/paraglide/messages.js'
import { type Draft, sharePercent, signedPercent, typedPrice } from './draft.ts'
import { PriceCell } from './PriceCell.tsx'

interface ColumnContext {
	draft: Draft
	previews: ReadonlyMap<number, PricePreviewRow>
	canWrite: boolean
	withGame: boolean
	onType: (row: PriceRow, text: string) => void
	onPaste: (row: PriceRow, table: string) => void
	historyOf: (id: number) => string
}

const sum = (text: string) => formatMoney(parseMoney(text), 'RUB', { exact: true })
const dash = <span className="text-muted">—</span>

/** The table of prices. The new price is a column of fields. */
export function priceColumns({ draft, previews, canWrite, ...context }: ColumnContext): Column<PriceRow>[] {
	return [
		{
			id: 'title',
			header: m['prices.product'](),
			phone: 'title',
			cell: (row) => <Product row={row} withGame={context.withGame} to={context.historyOf(row.id)} />,
		},
		{
			id: 'cost',
			header: m['prices.cost'](),
			align: 'right',
			cell: ({ cost }) =>
				cost ? (
					<span title={`${sumText(cost.amount, cost.currency)}, ${supplierName(cost.supplier)}`}>
						{sum(cost.rubles)}
					</span>
				) : (
					dash
				),
		},
		{ id: 'price', header: m['prices.price'](), align: 'right', phone: 'line', cell: ({ price }) => sum(price) },
		{
			id: 'discount',
			header: m['prices.discount'](),
			align: 'right',
			cell: (row) => <Discount row={row} />,
		},
		{
			id: 'margin',
			header: m['prices.margin'](),
			align: 'right',
			phone: 'line',
			cell: ({ margin }) => <Margin margin={margin} />,
		},
		{
			id: 'new',
			header: m['prices.new'](),
			align: 'right',
			width: 132,
			phone: 'end',
			cell: (row) =>
				canWrite ? (
					<PriceCell
						row={row}
						text={typedPrice(draft, row.id)}
						preview={previews.get(row.id)}
						onType={(text) => context.onType(row, text)}
						onPaste={(table) => context.onPaste(row, table)}
					/>
				) : (
					dash
				),
		},
		{
			id: 'change',
			header: m['prices.change'](),
			align: 'right',
			width: 140,
			cell: ({ id }) => <Change preview={previews.get(id)} />,
		},
	]
}

function Product({ row, withGame, to }: { row: PriceRow; withGame: boolean; to: string }) {
	return (
		<span className="flex flex-wrap items-center gap-x-2 md:min-w-56">
			<Link to={to} preventScrollReset className="font-semibold hover:underline">
				{row.title}
			</Link>
			{withGame && <span className="text-xs text-muted">{row.game}</span>}
			{!row.isActive && <Tag>{m['prices.hidden']()}</Tag>}
			{row.isActive && !row.isAvailable && <Tag>{m['prices.no_offer']()}</Tag>}
			{row.plan && (
				<span className="inline-flex items-center gap-1 text-xs text-sky">
					<CalendarClock size={12} aria-hidden="true" />
					{m['prices.planned']({ price: sum(row.plan.price), time: dayAndTime(new Date(row.plan.applyAt)) })}
				</span>
			)}
		</span>
	)
}

/** A discount, and the lowest price that buyers could pay lately. */
function Discount({ row: { discountPercent, lowest } }: { row: PriceRow }) {
	if (discountPercent <= 0) return null
	return (
		<span>
			−{discountPercent}&nbsp;%
			<span className="block text-xs whitespace-nowrap text-muted">
				{m['prices.lowest_short']({ price: sum(lowest) })}
			</span>
		</span>
	)
}

function Margin({ margin }: { margin: PriceMargin | null }) {
	if (!margin) return dash
	const isLoss = margin.rubles.startsWith('-')
	return <span className={isLoss ? 'font-semibold text-coral' : undefined}>{sharePercent(margin.percent)}</span>
}

function Change({ preview }: { preview: PricePreviewRow | undefined }) {
	if (!preview?.changePercent || preview.verdict === 'same') return null
	const tone = preview.changePercent.startsWith('-') ? 'text-muted' : 'text-mint'
	return (
		<span className="inline-flex items-baseline gap-2.5 whitespace-nowrap">
			<span className={tone}>{signedPercent(preview.changePercent)}</span>
			{preview.margin && <Margin margin={preview.margin} />}
		</span>
	)
}
