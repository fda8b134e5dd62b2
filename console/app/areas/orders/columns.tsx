import type { ConsoleOrderRow } from '@larek/api/admin/types.gen.ts'
import { clockTime, exactTime } from '@larek/shared/time.ts'
import { User, UserRoundX } from 'lucide-react'
import { countryName, methodName } from '~/api/names.ts'
import { GameMark } from '~/common/GameMark.tsx'
import { nextLabel, statusLabel, statusTone } from '~/common/orderLabels.ts'
import { Age, Deadline } from '~/kit/Age.tsx'
import { Avatar } from '~/kit/Avatar.tsx'
import { Money } from '~/kit/Money.tsx'
import { Pill } from '~/kit/Pill.tsx'
import type { Column } from '~/kit/Table.tsx'
import { m } from '~/paraglide/messages.js'
import { UnitCounts } from './UnitSquares.tsx'

const dash = <span className="text-muted">—</span>

function Goods({ row }: { row: ConsoleOrderRow }) {
	const more = row.lines > 1 ? m['orders.and_more']({ count: row.lines - 1 }) : ''
	return (
		<span className="flex max-w-56 items-center gap-2" title={row.goods}>
			<GameMark kind={row.kind} name={row.goods} />
			<span className="truncate">
				{row.title || row.goods}
				{row.quantity > 0 && ` × ${row.quantity}`}
				{more}
			</span>
		</span>
	)
}

function Buyer({ row }: { row: ConsoleOrderRow }) {
	const Icon = row.buyer === 'guest' ? UserRoundX : User
	return (
		<span
			className="flex max-w-48 items-center gap-1.5"
			title={row.buyer === 'guest' ? m['order.guest']() : m['order.account']()}
		>
			<Icon
				size={14}
				className="flex-none text-muted"
				aria-label={row.buyer === 'guest' ? m['order.guest']() : m['order.account']()}
			/>
			{row.email ? (
				<span className="truncate">{row.email}</span>
			) : (
				<span className="text-muted">{m['order.no_email']()}</span>
			)}
		</span>
	)
}

function Destination({ row }: { row: ConsoleOrderRow }) {
	const text = [row.player, row.server].filter(Boolean).join(' · ')
	return text ? (
		<span className="block max-w-40 truncate" title={text}>
			{text}
		</span>
	) : (
		dash
	)
}

const isToday = (at: Date) => at.toDateString() === new Date().toDateString()

/** The time of day if it is today, otherwise the age. */
function Created({ at }: { at: string }) {
	const time = new Date(at)
	if (!isToday(time)) return <Age at={at} />
	return (
		<time dateTime={at} title={exactTime(time)} className="text-muted">
			{clockTime(time).slice(0, 5)}
		</time>
	)
}

export const columns: Column<ConsoleOrderRow>[] = [
	{ id: 'id', header: m['orders.id'](), width: 84, phone: 'title', cell: (row) => row.id },
	{
		id: 'created',
		header: m['orders.created'](),
		width: 92,
		phone: 'line',
		cell: (row) => <Created at={row.created} />,
	},
	{ id: 'goods', header: m['orders.goods'](), phone: 'title', cell: (row) => <Goods row={row} /> },
	{ id: 'buyer', header: m['orders.buyer'](), cell: (row) => <Buyer row={row} /> },
	{
		id: 'player',
		header: m['orders.player'](),
		phone: 'line',
		cell: (row) => <Destination row={row} />,
	},
	{
		id: 'sum',
		header: m['orders.sum'](),
		align: 'right',
		width: 110,
		phone: 'line',
		cell: (row) => <Money sum={row.sum} strong />,
	},
	{ id: 'units', header: m['orders.units'](), width: 92, cell: (row) => <UnitCounts counts={row.units} /> },
	{
		id: 'status',
		header: m['orders.status'](),
		width: 128,
		phone: 'end',
		cell: (row) => <Pill tone={statusTone(row.status)}>{statusLabel(row.status)}</Pill>,
	},
	{
		id: 'next',
		header: m['orders.next'](),
		width: 150,
		phone: 'end',
		cell: (row) =>
			row.nextAction && row.dueAt ? (
				<span className="whitespace-nowrap">
					{nextLabel(row.nextAction)} <Deadline from={row.created} due={row.dueAt} plain />
				</span>
			) : (
				dash
			),
	},
	{
		id: 'owner',
		header: m['orders.owner'](),
		align: 'right',
		width: 56,
		cell: (row) => (row.owner ? <Avatar name={row.owner.name} small /> : null),
	},
	{
		id: 'method',
		header: m['orders.method'](),
		optional: true,
		cell: (row) => (row.method ? methodName(row.method) : dash),
	},
	{
		id: 'country',
		header: m['orders.country'](),
		optional: true,
		cell: (row) => (row.country ? countryName(row.country) : dash),
	},
	{ id: 'promo', header: m['orders.promo'](), optional: true, cell: (row) => row.promo || dash },
	{
		id: 'done',
		header: m['orders.done'](),
		optional: true,
		cell: (row) => (row.doneAt ? <Age at={row.doneAt} /> : dash),
	},
]
