import type { Home, HomeHour } from '@larek/api/admin/types.gen.ts'
import { formatMoney, parseMoney } from '@larek/shared/money.ts'
import { clockTime } from '@larek/shared/time.ts'
import { Card } from '~/kit/Card.tsx'
import { m } from '~/paraglide/messages.js'
import { areaPath, linePath, roundTop } from './hoursPath.ts'

const width = 720
const height = 180
const sums = (hours: HomeHour[]) => hours.map((hour) => parseMoney(hour.turnover) / 100)
const day = new Intl.DateTimeFormat('ru', { day: 'numeric', month: 'long', timeZone: 'Europe/Moscow' })
const number = new Intl.NumberFormat('ru', { maximumFractionDigits: 1 })
const short = (rubles: number) =>
	rubles >= 1000 ? m['home.thousands']({ count: number.format(rubles / 1000) }) : number.format(rubles)

/** Turnover hour by hour: today, and dashed the same weekday before. */
export function HoursChart({ home: { hours, beforeHours, beforeSince } }: { home: Home }) {
	const now = sums(hours)
	const before = sums(beforeHours)
	const top = roundTop([...now, ...before])
	// Nothing was sold, so the axis needs no fractions of a ruble.
	const hasSales = [...now, ...before].some((sum) => sum > 0)
	const scale = { width, height, hours: 24, top }
	return (
		<Card
			title={m['home.by_hour']()}
			aside={
				<span className="flex gap-3 text-xs text-muted" aria-hidden="true">
					<Key className="border-sky">{m['home.today']()}</Key>
					<Key className="border-dashed border-muted">{day.format(new Date(beforeSince))}</Key>
				</span>
			}
		>
			<div className="flex gap-2">
				<div className="flex w-12 flex-none flex-col justify-between text-right text-2xs text-muted" aria-hidden="true">
					{(hasSales ? [top, top / 2, 0] : [0]).map((value) => (
						<span key={value} className="last:mt-auto">
							{short(value)}
						</span>
					))}
				</div>
				<div className="min-w-0 flex-1">
					<svg
						viewBox={`0 0 ${width} ${height}`}
						preserveAspectRatio="none"
						className="block h-45 w-full overflow-visible"
						aria-hidden="true"
					>
						{[0, 0.5, 1].map((part) => (
							<line key={part} x2={width} y1={part * height} y2={part * height} className="stroke-hair" />
						))}
						<path d={areaPath(now, scale)} className="fill-soft-sky" />
						<path
							d={linePath(before, scale)}
							className="fill-none stroke-muted"
							strokeDasharray="4 4"
							vectorEffect="non-scaling-stroke"
						/>
						<path
							d={linePath(now, scale)}
							className="fill-none stroke-sky"
							strokeWidth={2}
							vectorEffect="non-scaling-stroke"
						/>
					</svg>
					<div className="mt-1 flex justify-between text-2xs text-muted" aria-hidden="true">
						{['00:00', '06:00', '12:00', '18:00', '24:00'].map((time) => (
							<span key={time}>{time}</span>
						))}
					</div>
				</div>
			</div>
			<HoursTable hours={hours} before={before} />
		</Card>
	)
}

function Key({ className, children }: { className: string; children: string }) {
	return (
		<span className="flex items-center gap-1.5">
			<span className={`w-4 border-t-2 ${className}`} />
			{children}
		</span>
	)
}

/** The chart as a table for screen readers. */
function HoursTable({ hours, before }: { hours: HomeHour[]; before: number[] }) {
	return (
		<table className="sr-only">
			<caption>{m['home.by_hour']()}</caption>
			<tbody>
				{hours.map((hour, i) => (
					<tr key={hour.at}>
						<th scope="row">{clockTime(new Date(hour.at))}</th>
						<td>{formatMoney(parseMoney(hour.turnover))}</td>
						<td>{m['home.was']({ value: formatMoney((before[i] ?? 0) * 100) })}</td>
					</tr>
				))}
			</tbody>
		</table>
	)
}
