import type { PastRate, RateRow } from '@larek/api/admin/types.gen.ts'
import { dayAndTime } from '@larek/shared/time.ts'
import { Age } from '~/kit/Age.tsx'
import { Card } from '~/kit/Card.tsx'
import { QueryBoundary } from '~/kit/QueryBoundary.tsx'
import { SkeletonCards } from '~/kit/Skeleton.tsx'
import { Note } from '~/kit/states.tsx'
import { m } from '~/paraglide/messages.js'
import { useRates } from './queries.ts'
import { shortRate, sourceLabel } from './rateLabel.ts'

/** Exchange rates with their source, and earlier ones. */
export function Rates() {
	return (
		<QueryBoundary query={useRates()} skeleton={<SkeletonCards cards={3} />}>
			{({ results }) => (
				<div className="grid items-start gap-4 md:grid-cols-2 xl:grid-cols-3">
					{results.map((row) => (
						<Rate key={row.currency} row={row} />
					))}
				</div>
			)}
		</QueryBoundary>
	)
}

function Rate({ row }: { row: RateRow }) {
	const [now, ...past] = row.history
	return (
		<Card title={row.currency} aside={<span className="text-xs text-muted">{row.countries}</span>}>
			{now ? (
				<>
					<p className="text-base font-semibold">
						{m['methods.rate_now']({ currency: row.currency, rate: shortRate(now.rate) })}
					</p>
					<p className="text-xs text-muted">
						{sourceLabel(now, row.margin)} · <Age at={now.at} />
					</p>
					{past.length > 0 && <History past={past} />}
				</>
			) : (
				<Note tone="bad">{m['methods.no_rate']({ currency: row.currency })}</Note>
			)}
		</Card>
	)
}

function History({ past }: { past: PastRate[] }) {
	return (
		<details className="mt-2">
			<summary className="cursor-pointer text-xs text-sky max-md:min-h-11">
				{m['methods.rate_history']({ n: past.length })}
			</summary>
			<ul className="mt-1 grid gap-0.5 text-xs">
				{past.map(({ at, rate }) => (
					<li key={at} className="flex justify-between gap-3">
						<span className="text-muted">{dayAndTime(new Date(at))}</span>
						<span>{shortRate(rate)} ₽</span>
					</li>
				))}
			</ul>
		</details>
	)
}
