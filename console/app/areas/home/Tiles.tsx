import type { Home, QueuePage } from '@larek/api/admin/types.gen.ts'
import { classes } from '@larek/shared/classes.ts'
import { formatMoney, formatNumber, parseMoney } from '@larek/shared/money.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { supplierName } from '~/api/names.ts'
import { type Change, growth, percent, points, share, waited } from '~/common/compare.ts'
import { lasting } from '~/kit/duration.ts'
import { toneText } from '~/kit/Pill.tsx'
import { m } from '~/paraglide/messages.js'

const rounded = (sum: string) => formatMoney(Math.round(parseMoney(sum) / 100) * 100)
const dayOf = (at: string) => new Date(at).toLocaleDateString('sv-SE', { timeZone: 'Europe/Moscow' })

/** The key figures, compared with the previous period. */
export function Tiles({ home, queue }: { home: Home; queue: QueuePage | undefined }) {
	const { turnover, paid, p50, p95, returned, returns, attempts, margin, revenue } = home
	const orders = `/orders?created_from=${dayOf(home.since)}&created_to=${dayOf(home.until)}`
	const refunds = [share(returns.now, paid.now), share(returns.before, paid.before)] as const
	const success = [share(paid.now, attempts.now), share(paid.before, attempts.before)] as const
	const gross = margin && revenue
	return (
		<div className="grid grid-cols-2 gap-3 md:grid-cols-3 lg:grid-cols-4">
			<Tile
				name={m['home.turnover']()}
				to={orders}
				value={rounded(turnover.now)}
				change={growth(Number(turnover.now), Number(turnover.before))}
				note={m['home.was']({ value: rounded(turnover.before) })}
			/>
			<Tile
				name={m['home.paid']()}
				to={orders}
				value={formatNumber(paid.now)}
				change={growth(paid.now, paid.before)}
				note={
					paid.now > 0 && m['home.average']({ value: formatMoney(Math.round(parseMoney(turnover.now) / paid.now)) })
				}
			/>
			<Tile
				name={m['home.wait']()}
				to={`${orders}&status=done`}
				value={waited(p50.now)}
				beside={p50.now !== null && m['home.half']()}
				change={p95.now !== null && p95.before !== null ? growth(p95.now, p95.before, false) : undefined}
				note={m['home.most']({ value: waited(p95.now) })}
			/>
			<Stuck queue={queue} />
			<Tile
				name={m['home.refunds']()}
				to="/refunds"
				value={percent(refunds[0])}
				beside={m['home.times']({ count: returns.now })}
				change={points(...refunds, false)}
				note={rounded(returned.now)}
			/>
			<Tile
				name={m['home.success']()}
				to="#methods"
				value={percent(success[0])}
				beside={m['home.of_started']()}
				change={points(...success, true)}
				note={m['home.started']({ count: formatNumber(attempts.now) })}
			/>
			{gross && (
				<Tile
					name={m['home.margin']()}
					to={`/profit?since=${dayOf(home.since)}&until=${dayOf(home.until)}`}
					value={rounded(margin.now)}
					beside={percent(share(Number(margin.now), Number(revenue.now)))}
					change={growth(Number(margin.now), Number(margin.before))}
					note={m['home.was']({ value: rounded(margin.before) })}
				/>
			)}
			<Lowest home={home} />
		</div>
	)
}

function Stuck({ queue }: { queue: QueuePage | undefined }) {
	if (!queue) return null
	const count = queue.counts.reduce((sum, one) => sum + one.count, 0)
	return (
		<Tile
			name={m['home.stuck']()}
			to="/queue"
			value={formatNumber(count)}
			beside={queue.late > 0 && <b className="font-semibold text-coral">{m['home.late']({ count: queue.late })}</b>}
			note={m['home.stuck_note']()}
		/>
	)
}

/** The supplier whose prepaid money ends first. */
function Lowest({ home: { suppliers } }: { home: Home }) {
	const known = suppliers.filter((one) => one.daysLeft !== null)
	const lowest = known.sort((a, b) => (a.daysLeft ?? 0) - (b.daysLeft ?? 0))[0]
	if (!lowest) return null
	const value = lasting(lowest.daysLeft ?? 0)
	return (
		<Tile
			name={m['home.lowest']()}
			to="/suppliers"
			value={lowest.isLow ? <span className="text-coral">{value}</span> : value}
			beside={supplierName(lowest.name)}
			note={m['home.lowest_note']()}
		/>
	)
}

interface TileProps {
	name: string
	value: ReactNode
	/** After the value, smaller. */
	beside?: ReactNode
	change?: Change
	/** The figure the change is relative to, or another sum. */
	note?: ReactNode
	/** The address of the list behind the figure. */
	to: string
}

/** One figure of the dashboard; it opens the list behind it. */
export function Tile({ name, value, beside, change, note, to }: TileProps) {
	return (
		<Link to={to} className="card block px-3.5 py-3 hover:border-edge">
			<p className="text-muted">{name}</p>
			<p className="mt-0.5 text-xl font-semibold">
				{value} {beside && <span className="text-xs font-normal text-muted">{beside}</span>}
			</p>
			<p className="mt-0.5 min-h-4 text-xs text-muted">
				{change && <span className={classes('font-semibold', toneText[change.tone])}>{change.text}</span>}
				{change && note && ' · '}
				{note}
			</p>
		</Link>
	)
}
