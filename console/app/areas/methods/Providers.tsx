import type { MethodTries, ProviderRow } from '@larek/api/admin/types.gen.ts'
import { formatNumber } from '@larek/shared/money.ts'
import { Link } from 'react-router'
import { providerName } from '~/api/names.ts'
import { dayLabel } from '~/common/days.ts'
import { Age } from '~/kit/Age.tsx'
import { Card, Detail, Details } from '~/kit/Card.tsx'
import { Pill } from '~/kit/Pill.tsx'
import { QueryBoundary } from '~/kit/QueryBoundary.tsx'
import { SkeletonCards } from '~/kit/Skeleton.tsx'
import { m } from '~/paraglide/messages.js'
import { rateOf } from './health.ts'
import { payTime, providerLabel, providerState, providerTone } from './providerState.ts'
import { useProviders } from './queries.ts'

/** Payment providers: health, and money they have not paid out yet. */
export function Providers() {
	return (
		<QueryBoundary query={useProviders()} skeleton={<SkeletonCards cards={4} />}>
			{({ results }) => (
				<div className="grid items-start gap-4 lg:grid-cols-2">
					{results.map((row) => (
						<Provider key={row.name} row={row} />
					))}
				</div>
			)}
		</QueryBoundary>
	)
}

const link = 'text-sky underline underline-offset-3'

function Provider({ row }: { row: ProviderRow }) {
	const state = providerState(row)
	return (
		<Card title={providerName(row.name)} aside={<Pill tone={providerTone[state]}>{providerLabel[state]()}</Pill>}>
			<Details wide>
				<Rates row={row} />
				<Detail name={m['methods.pay_time']()}>
					{payTime(row.paySeconds)}
					{row.lastPaidAt && (
						<span className="text-muted">
							{' · '}
							{m['methods.last_paid']()} <Age at={row.lastPaidAt} />
						</span>
					)}
				</Detail>
				<Detail name={m['methods.serves']()}>
					<Link to="?tab=routes" className={link}>
						{m['methods.serves_n']({ n: row.routes })}
					</Link>
					{row.routesOff > 0 && <span className="text-coral"> · {m['methods.serves_off']({ n: row.routesOff })}</span>}
				</Detail>
				<Detail name={m['methods.checks']()}>
					<Checks row={row} />
				</Detail>
				<Detail name={m['methods.refused']()}>{formatNumber(row.refused)}</Detail>
				<Detail name={m['methods.refunds']()}>
					{row.canRefund ? m['methods.refunds_call']() : m['methods.refunds_by_hand']()}
				</Detail>
				<Detail name={m['methods.registry']()}>
					<Registry row={row} />
				</Detail>
			</Details>
		</Card>
	)
}

function Rates({ row: { name, hour, day, weekAgo } }: { row: ProviderRow }) {
	const cell = (tries: MethodTries) =>
		tries.tries === 0 ? (
			'—'
		) : (
			<Link to={`/orders?provider=${name}`} className={link}>
				{rateOf(tries)}
			</Link>
		)
	return (
		<>
			<Detail name={m['methods.hour']()}>{cell(hour)}</Detail>
			<Detail name={m['methods.week_ago']()}>{cell(weekAgo)}</Detail>
			<Detail name={m['methods.day']()}>{cell(day)}</Detail>
		</>
	)
}

function Checks({ row: { canQuery, checks, unanswered } }: { row: ProviderRow }) {
	if (!canQuery) return m['methods.checks_none']()
	return (
		<>
			{m['methods.checks_n']({ n: formatNumber(checks) })}
			{unanswered > 0 && (
				<span className="text-coral"> · {m['methods.checks_silent']({ n: formatNumber(unanswered) })}</span>
			)}
		</>
	)
}

function Registry({ row: { name, registry } }: { row: ProviderRow }) {
	if (!registry) return m['methods.registry_none']()
	const { day, lines, differences, isFailing } = registry
	return (
		<>
			<Link to={`/reconciliation?side=providers&party=${name}&day=${day}`} className={link}>
				{m['methods.registry_of']({ day: dayLabel(day), lines: formatNumber(lines) })}
			</Link>
			{isFailing && <span className="text-coral"> · {m['methods.registry_failing']()}</span>}
			{differences > 0 && (
				<>
					{' · '}
					<Link to="/queue?kind=difference" className="text-coral underline underline-offset-3">
						{m['methods.registry_differences']({ n: formatNumber(differences) })}
					</Link>
				</>
			)}
		</>
	)
}
