import type { RouteRow } from '@larek/api/admin/types.gen.ts'
import { Link } from 'react-router'
import { providerName } from '~/api/names.ts'
import { Card } from '~/kit/Card.tsx'
import { Pill, Tag } from '~/kit/Pill.tsx'
import { QueryBoundary } from '~/kit/QueryBoundary.tsx'
import { SkeletonCards } from '~/kit/Skeleton.tsx'
import { Note } from '~/kit/states.tsx'
import { m } from '~/paraglide/messages.js'
import { useRoutes } from './queries.ts'

/** The provider of each method by country, in the storefront's order, and what remains without it. */
export function Routes() {
	return (
		<QueryBoundary query={useRoutes()} skeleton={<SkeletonCards cards={3} />}>
			{({ results }) => (
				<div className="grid gap-4">
					<p className="text-muted">{m['methods.routes_about']()}</p>
					{[...Map.groupBy(results, ({ iso }) => iso).values()].map((rows) => (
						<Country key={rows[0]?.iso} rows={rows} />
					))}
				</div>
			)}
		</QueryBoundary>
	)
}

function Country({ rows }: { rows: RouteRow[] }) {
	const [first] = rows
	if (!first) return null
	const isServed = rows.some(({ isActive, isConfigured, name }) => isActive && isConfigured && name !== 'balance')
	return (
		<Card
			flush
			title={first.country}
			aside={
				<Link to={`?country=${first.iso}`} className="text-xs text-sky underline underline-offset-3">
					{m['methods.routes_open']()}
				</Link>
			}
		>
			{!isServed && <Note tone="bad">{m['methods.none']({ country: first.country })}</Note>}
			<ol className="divide-y divide-hair">
				{rows.map((row, at) => (
					<Route key={row.id} row={row} at={at + 1} />
				))}
			</ol>
		</Card>
	)
}

function Route({ row, at }: { row: RouteRow; at: number }) {
	return (
		<li className="grid gap-x-4 gap-y-0.5 px-3.5 py-2 md:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)_minmax(0,1.2fr)]">
			<p className="relative flex flex-wrap items-center gap-x-2 gap-y-1 pl-6">
				<span className="absolute left-0 text-xs text-muted">{at}</span>
				<span className="font-semibold">{row.title}</span>
				{row.isSecondary && <Tag>{m['methods.secondary']()}</Tag>}
				<RouteState row={row} />
			</p>
			<p className="max-md:pl-6">
				{row.provider === 'balance' ? (
					<span className="text-muted">{m['methods.route_own']()}</span>
				) : (
					<Link
						to={`/orders?provider=${row.provider}&country=${row.iso}`}
						className="text-sky underline underline-offset-3"
					>
						{providerName(row.provider)}
					</Link>
				)}
			</p>
			<p className="text-muted max-md:pl-6 max-md:text-xs">
				{row.provider !== 'balance' &&
					(row.next ? m['methods.route_next']({ title: row.next }) : m['methods.route_last']())}
			</p>
		</li>
	)
}

function RouteState({ row: { isActive, isConfigured, isPaused } }: { row: RouteRow }) {
	if (!isConfigured) return <Pill tone="bad">{m['methods.unset']()}</Pill>
	if (isPaused) return <Pill tone="bad">{m['methods.paused']()}</Pill>
	return isActive ? null : <Pill>{m['methods.off']()}</Pill>
}
