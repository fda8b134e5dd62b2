import type { Home } from '@larek/api/admin/types.gen.ts'
import { useNow } from '@larek/shared/now.ts'
import { clockTime } from '@larek/shared/time.ts'
import { Navigate } from 'react-router'
import { useMay, useMe } from '~/api/session.ts'
import { menuFor } from '~/common/menu.ts'
import { Chips } from '~/kit/Chips.tsx'
import { Page } from '~/kit/Page.tsx'
import { toneText } from '~/kit/Pill.tsx'
import { QueryBoundary } from '~/kit/QueryBoundary.tsx'
import { SkeletonCards } from '~/kit/Skeleton.tsx'
import { useSearchState } from '~/kit/searchState.ts'
import { Empty } from '~/kit/states.tsx'
import { m } from '~/paraglide/messages.js'
import { Groups } from './Groups.tsx'
import { HoursChart } from './HoursChart.tsx'
import { type Days, useHome, useUrgent } from './queries.ts'
import { Tiles } from './Tiles.tsx'
import { Urgent } from './Urgent.tsx'

const periods = [
	{ value: '1', label: m['home.today_chip']() },
	{ value: '7', label: m['home.week_chip']() },
	{ value: '30', label: m['home.month_chip']() },
]
const date = new Intl.DateTimeFormat('ru', {
	weekday: 'long',
	day: 'numeric',
	month: 'long',
	timeZone: 'Europe/Moscow',
})

/** The dashboard: today compared with the same weekday, and the most urgent work. */
export function HomePage() {
	const [chosen, setChosen] = useSearchState('days')
	const days = (Number(chosen ?? '1') || 1) as Days
	const home = useHome(days)
	const urgent = useUrgent(useMay()('task.take'))
	return (
		<Page
			title={m['home.title']()}
			beside={home.data && <Until home={home.data} days={days} />}
			actions={
				<Chips
					joined
					label={m['home.period']()}
					chips={periods}
					value={String(days)}
					onChange={(value) => setChosen(value === '1' ? null : value)}
				/>
			}
		>
			<QueryBoundary query={home} skeleton={<SkeletonCards />}>
				{(data) => (
					<div className="grid gap-3">
						{data.isEmpty ? (
							<Empty title={m['home.empty']()} hint={m['home.empty_hint']()} />
						) : (
							<Tiles home={data} queue={urgent.data} />
						)}
						<div className="grid items-start gap-3 lg:grid-cols-[minmax(0,5fr)_minmax(0,3fr)]">
							{!data.isEmpty && data.hours.length > 0 && <HoursChart home={data} />}
							{urgent.data && <Urgent queue={urgent.data} />}
						</div>
						{!data.isEmpty && <Groups home={data} />}
					</div>
				)}
			</QueryBoundary>
		</Page>
	)
}

/** Shows how recent the figures are. */
function Until({ home, days }: { home: Home; days: Days }) {
	const now = useNow()
	const { knownUntil, until, beforeSince } = home
	if (knownUntil === null) return <span className={toneText.soon}>{m['home.rebuilding']()}</span>
	if (now - Date.parse(knownUntil) > 120_000)
		return (
			<span className={toneText.soon}>{m['home.stale']({ time: clockTime(new Date(knownUntil)).slice(0, 5) })}</span>
		)
	const time = clockTime(new Date(until)).slice(0, 5)
	return (
		<span className="text-muted max-md:hidden">
			{days === 1
				? m['home.against']({ time, day: date.format(new Date(beforeSince)) })
				: m['home.against_days']({ days })}
		</span>
	)
}

/** How the shop is doing; without the permission, the first screen of the operator's menu. */
export default function FirstPage() {
	const first = menuFor(useMe())[0]?.items[0]
	if (useMay()('home')) return <HomePage />
	return <Navigate to={first?.to ?? '/account'} replace />
}
