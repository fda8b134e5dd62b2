import type { Profit, ProfitBy } from '@larek/api/admin/types.gen.ts'
import { clockTime } from '@larek/shared/time.ts'
import { Suspense } from 'react'
import { useMay } from '~/api/session.ts'
import { DaysBar } from '~/common/DaysBar.tsx'
import { useDays } from '~/common/days.ts'
import { sumText } from '~/common/Sum.tsx'
import { Chips } from '~/kit/Chips.tsx'
import { lazyPart } from '~/kit/lazyPart.ts'
import { Page } from '~/kit/Page.tsx'
import { QueryBoundary } from '~/kit/QueryBoundary.tsx'
import { SkeletonRows } from '~/kit/Skeleton.tsx'
import { useSearchState } from '~/kit/searchState.ts'
import { Empty, Note } from '~/kit/states.tsx'
import { Table } from '~/kit/Table.tsx'
import { m } from '~/paraglide/messages.js'
import { dimensions, profitColumns, rowTitle } from './columns.tsx'
import { ordersOf } from './ordersOf.ts'
import { ProfitFile } from './ProfitFile.tsx'
import { useProfit } from './queries.ts'
import { Totals } from './Totals.tsx'

// Seldom pressed, so not part of the first load.
const PrintButton = lazyPart(() => import('~/common/PrintButton.tsx'), 'PrintButton')

const groupings = Object.entries(dimensions).map(([value, label]) => ({ value, label: label() }))

/** Profit grouped by the chosen dimension, compared with the previous period. */
export default function ProfitPage() {
	const [chosen, setChosen] = useSearchState('by')
	const by = (chosen ?? 'day') as ProfitBy
	const days = useDays()
	const may = useMay()
	const profit = useProfit(by, days.since, days.until)
	return (
		<Page
			title={m['profit.title']()}
			actions={
				<Suspense>
					<PrintButton />
				</Suspense>
			}
		>
			<DaysBar days={days}>
				<ProfitFile by={by} days={days} />
			</DaysBar>
			<div className="mb-3">
				<Chips
					label={m['profit.by']()}
					value={by}
					onChange={(value) => setChosen(value === 'day' ? null : value)}
					chips={groupings}
				/>
			</div>
			<QueryBoundary query={profit} skeleton={<SkeletonRows rows={10} />}>
				{(data) => (
					<div className="grid gap-3">
						<Gaps profit={data} />
						{data.rows.length === 0 ? (
							<Empty title={m['profit.empty']()} hint={m['books.empty_hint']()} />
						) : (
							<>
								<Totals total={data.total} />
								<Table
									label={m['profit.title']()}
									columns={profitColumns(by, data.total.now, ({ key }) =>
										may('orders.read') ? ordersOf(by, key, days) : undefined,
									)}
									rows={data.rows}
									rowKey={({ key }) => key}
									rowName={(row) => rowTitle(by, row)}
								/>
							</>
						)}
					</div>
				)}
			</QueryBoundary>
		</Page>
	)
}

/** Warns about missing costs, missing rates and facts not summed yet. */
function Gaps({ profit: { total, knownUntil, codesWithoutCost } }: { profit: Profit }) {
	const lacking = total.now.noRate.map(({ sum, currency }) => sumText(sum.replace('-', ''), currency))
	return (
		<>
			{knownUntil === null && <Note tone="soon">{m['home.rebuilding']()}</Note>}
			{knownUntil && Date.now() - Date.parse(knownUntil) > 120_000 && (
				<Note tone="soon">{m['home.stale']({ time: clockTime(new Date(knownUntil)) })}</Note>
			)}
			{codesWithoutCost > 0 && <Note tone="soon">{m['profit.no_cost']({ count: codesWithoutCost })}</Note>}
			{lacking.length > 0 && <Note tone="soon">{m['profit.no_rate']({ sums: lacking.join(', ') })}</Note>}
		</>
	)
}
