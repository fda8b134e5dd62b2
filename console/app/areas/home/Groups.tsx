import type { Home, HomeGame, HomeMethod, HomeSupplier } from '@larek/api/admin/types.gen.ts'
import { classes } from '@larek/shared/classes.ts'
import { formatMoney, formatNumber, parseMoney } from '@larek/shared/money.ts'
import type { ReactNode } from 'react'
import { methodName, supplierName } from '~/api/names.ts'
import { type Change, growth, percent, points, share, waited } from '~/common/compare.ts'
import { lasting } from '~/kit/duration.ts'
import { toneText } from '~/kit/Pill.tsx'
import { type Column, Table } from '~/kit/Table.tsx'
import { m } from '~/paraglide/messages.js'

const rounded = (sum: string) => formatMoney(Math.round(parseMoney(sum) / 100) * 100)
const right = <Row,>(id: string, header: string, cell: (row: Row) => ReactNode, phone?: 'end'): Column<Row> => ({
	id,
	header,
	align: 'right',
	phone,
	cell,
})
const changed = (change: Change | undefined) =>
	change ? <span className={classes('whitespace-nowrap', toneText[change.tone])}>{change.text}</span> : '—'

const methods: Column<HomeMethod>[] = [
	{ id: 'name', header: m['home.methods'](), phone: 'title', cell: ({ name }) => methodName(name) },
	right('success', m['home.success'](), (row) => percent(share(row.paid.now, row.attempts.now)), 'end'),
	right('change', m['home.change'](), ({ paid, attempts }) =>
		changed(points(share(paid.now, attempts.now), share(paid.before, attempts.before), true)),
	),
	right('paid', m['home.paid'](), ({ paid }) => formatNumber(paid.now)),
	right('turnover', m['home.turnover'](), ({ turnover }) => rounded(turnover.now)),
]

const gameTitle = ({ key, title }: HomeGame) => (key === 'gift' ? m['home.gifts']() : title)

const games = (hasMargin: boolean): Column<HomeGame>[] => [
	{ id: 'title', header: m['home.games'](), phone: 'title', cell: gameTitle },
	right('orders', m['home.orders'](), ({ orders }) => formatNumber(orders.now)),
	right('turnover', m['home.turnover'](), ({ turnover }) => rounded(turnover.now), 'end'),
	right('change', m['home.change'](), ({ turnover }) => changed(growth(Number(turnover.now), Number(turnover.before)))),
	right('p50', m['home.p50'](), ({ p50 }) => waited(p50)),
	right('p95', m['home.p95'](), ({ p95 }) => waited(p95)),
	right('returned', m['home.refunds'](), ({ returned, orders }) => percent(share(returned, orders.now))),
	...(hasMargin ? [right<HomeGame>('margin', m['home.margin'](), ({ margin }) => rounded(margin ?? '0.00'))] : []),
]

const left = ({ left: sum, currency }: HomeSupplier) =>
	formatMoney(Math.round(Number(sum) * 100), currency, { exact: true })

const suppliers: Column<HomeSupplier>[] = [
	{ id: 'name', header: m['home.suppliers'](), phone: 'title', cell: ({ name }) => supplierName(name) },
	right('left', m['home.left'](), left),
	right(
		'days',
		m['home.lasts'](),
		({ daysLeft, isLow }) => (
			<span className={isLow ? 'font-semibold text-coral' : undefined}>
				{daysLeft === null ? '—' : lasting(daysLeft)}
			</span>
		),
		'end',
	),
]

/** Methods, suppliers and games, the largest first. */
export function Groups({ home }: { home: Home }) {
	return (
		<>
			<div className="grid items-start gap-3 lg:grid-cols-2" id="methods">
				{home.methods.length > 0 && (
					<Table
						label={m['home.methods']()}
						columns={methods}
						rows={home.methods}
						rowKey={({ name }) => name}
						rowName={({ name }) => methodName(name)}
						to={({ name }) => `/orders?method=${name}`}
					/>
				)}
				{home.suppliers.length > 0 && (
					<Table
						label={m['home.suppliers']()}
						columns={suppliers}
						rows={home.suppliers}
						rowKey={({ name, currency }) => `${name} ${currency}`}
						rowName={({ name }) => supplierName(name)}
						to={({ name }) => `/suppliers?supplier=${name}`}
					/>
				)}
			</div>
			{home.games.length > 0 && (
				<Table
					label={m['home.games']()}
					columns={games(home.margin !== null)}
					rows={home.games}
					rowKey={({ key }) => key}
					rowName={gameTitle}
					to={({ key }) => (key === 'gift' ? '/orders?kind=rokky' : `/orders?game=${key}`)}
				/>
			)}
		</>
	)
}
