import type { OrderStatus } from '@larek/api/store/types.gen.ts'
import { Suspense } from 'react'
import { href, useNavigate, useNavigation, useRevalidator } from 'react-router'
import { Button, ButtonLink } from '~/components/Button.tsx'
import { PaperCard } from '~/components/PaperCard.tsx'
import { Select } from '~/components/Select.tsx'
import { Skeleton } from '~/components/Skeleton.tsx'
import { lazyPart } from '~/lib/lazyPart.ts'
import { m } from '~/paraglide/messages.js'
import { filters } from './filters.ts'
import { LoadMore } from './LoadMore.tsx'
import type { OrdersPage } from './profile.ts'
import { usePortions } from './usePortions.ts'

// Needed when the orders have come.
const HistoryRow = lazyPart(() => import('./HistoryRow.tsx'), { ahead: true })

interface HistoryProps {
	status: OrderStatus | undefined
	/** Undefined until it was requested, null when it could not be loaded. */
	first: OrdersPage | null | undefined
}

/** All orders on one long receipt, which goes on as far as one scrolls. The status is in the address, for «назад». */
export function History({ status, first }: HistoryProps) {
	const navigate = useNavigate()
	const { revalidate } = useRevalidator()
	const isLoading = useNavigation().state !== 'idle'
	const { rows, isMore, busy, failed, more } = usePortions(
		first ?? null,
		({ orders }) => orders,
		(portions) => `${href('/ru/profile')}?index&page=${portions + 1}${status ? `&status=${status}` : ''}`,
	)
	const choose = (to: string) => navigate({ search: to && `?status=${to}` }, { preventScrollReset: true })
	return (
		<section aria-label={m['profile.history']()} aria-busy={busy || isLoading} className="grid gap-4">
			<Select
				label={m['profile.filter.label']()}
				value={status ?? ''}
				onChange={(event) => choose(event.target.value)}
				className="md:max-w-80"
			>
				{filters.map((one) => (
					<option key={one.status ?? ''} value={one.status ?? ''}>
						{one.label()}
					</option>
				))}
			</Select>
			<p role="status" className="sr-only">
				{first && m['profile.found']({ count: first.count })}
			</p>
			{first?.count === 0 && <Empty isFiltered={status !== undefined} />}
			{first === undefined && <Waiting />}
			{first && (
				// Together: under a placeholder's few lines the next portion would load itself at once.
				<Suspense fallback={<Waiting />}>
					{rows.length > 0 && (
						<PaperCard title={m['profile.roll']()} aside={m['profile.found']({ count: first.count })}>
							<ul className="-mx-3">
								{rows.map((row) => (
									<HistoryRow key={row.hash} row={row} />
								))}
							</ul>
						</PaperCard>
					)}
					{isMore && !failed && <LoadMore busy={busy} more={more} />}
				</Suspense>
			)}
			{(first === null || failed) && (
				<div role="alert" className="card flex flex-wrap items-center justify-between gap-3 p-4">
					{m['profile.history_failed']()}
					<Button size="small" onClick={first ? more : revalidate}>
						{m['common.retry']()}
					</Button>
				</div>
			)}
		</section>
	)
}

function Empty({ isFiltered }: { isFiltered: boolean }) {
	return (
		<div className="card grid justify-items-start gap-4 p-5">
			<p>{isFiltered ? m['profile.none']() : m['profile.empty']()}</p>
			{isFiltered ? (
				<ButtonLink to={href('/ru/profile')} replace preventScrollReset>
					{m['profile.all']()}
				</ButtonLink>
			) : (
				<ButtonLink to={href('/ru/games')} look="lamp">
					{m['orders_page.choose']()}
				</ButtonLink>
			)}
		</div>
	)
}

function Waiting() {
	return (
		<div role="status" className="receipt-shade">
			<span className="sr-only">{m['common.loading']()}</span>
			<div className="receipt">
				<Skeletons />
			</div>
		</div>
	)
}

function Skeletons() {
	return (
		<div className="grid gap-3">
			{[0, 1, 2, 3, 4].map((at) => (
				<Skeleton key={at} className="paper-skeleton h-13" />
			))}
		</div>
	)
}
