import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { Ago } from '~/components/Ago.tsx'
import { Button, ButtonLink } from '~/components/Button.tsx'
import { Receipt } from '~/components/Receipt.tsx'
import { Select } from '~/components/Select.tsx'
import { Skeleton } from '~/components/Skeleton.tsx'
import { orderWords } from '~/entities/order/orderLabels.ts'
import { formatMoney } from '~/lib/money.ts'
import { m } from '~/paraglide/messages.js'
import { filters } from './filters.ts'
import type { OrderRow } from './row.ts'
import type { HistoryState } from './useHistory.ts'

const tones: Partial<Record<OrderRow['status'], string>> = {
	done: 'text-ink-mint',
	sent: 'text-ink-mint',
	failed: 'text-ink-coral',
}

/** All orders on one long receipt, which goes on as far as one scrolls. */
export function History({ status, rows, count, isMore, busy, failed, choose, more, reload }: HistoryState) {
	return (
		<section aria-label={m['profile.history']()} aria-busy={busy} className="grid gap-4">
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
				{rows && m['profile.found']({ count })}
			</p>
			{rows?.length === 0 && <Empty isFiltered={status !== undefined} />}
			{!rows && !failed && <Waiting />}
			{rows && rows.length > 0 && (
				<Receipt title={m['profile.roll']()} aside={m['profile.found']({ count })}>
					<ul className="-mx-3">
						{rows.map((row) => (
							<Slip key={row.hash} row={row} />
						))}
					</ul>
				</Receipt>
			)}
			{failed && (
				<div role="alert" className="card flex flex-wrap items-center justify-between gap-3 p-4">
					{m['profile.history_failed']()}
					<Button size="small" onClick={rows ? more : reload}>
						{m['common.retry']()}
					</Button>
				</div>
			)}
			{rows && isMore && !failed && <More busy={busy} more={more} />}
		</section>
	)
}

function Slip({ row }: { row: OrderRow }) {
	const { id, hash, title, what, status, created, sum, isOpen } = row
	return (
		<li className="border-t-[1.5px] border-dashed border-rule first:border-0">
			<Link
				to={`/ru/orders/${hash}/${isOpen ? 'pay' : 'details'}`}
				className="grid min-h-16 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 rounded-tag px-3 py-2.5 hover:bg-rule/35"
			>
				<b className="truncate">{title}</b>
				<b className="text-right whitespace-nowrap">{formatMoney(sum, 'RUB', { exact: true })}</b>
				<span className="line-clamp-2 text-sm text-ink-soft">
					{what && `${what} · `}
					<Ago at={created} /> · {m['orders_page.number']({ id })}
				</span>
				<span className={`self-start text-right text-sm font-semibold ${tones[status] ?? 'text-ink'}`}>
					{isOpen ? m['profile.pay']() : orderWords[status]()}
				</span>
			</Link>
		</li>
	)
}

/** Presses itself when it comes near; a keyboard presses it by hand. */
function More({ busy, more }: { busy: boolean; more: () => void }) {
	const place = useRef<HTMLDivElement>(null)
	const press = useRef(more)
	useEffect(() => {
		press.current = more
	})
	useEffect(() => {
		if (busy || !place.current) return
		const watcher = new IntersectionObserver(([entry]) => entry?.isIntersecting && press.current(), {
			rootMargin: '600px',
		})
		watcher.observe(place.current)
		return () => watcher.disconnect()
	}, [busy])
	return (
		<div ref={place} className="grid justify-items-center">
			<Button busy={busy} onClick={more}>
				{m['profile.more']()}
			</Button>
		</div>
	)
}

function Empty({ isFiltered }: { isFiltered: boolean }) {
	return (
		<div className="card grid justify-items-start gap-4 p-5">
			<p>{isFiltered ? m['profile.none']() : m['profile.empty']()}</p>
			{isFiltered ? (
				<ButtonLink to="/ru/profile" replace preventScrollReset>
					{m['profile.all']()}
				</ButtonLink>
			) : (
				<ButtonLink to="/ru/games" look="lamp">
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
			<div className="receipt grid gap-3">
				{[0, 1, 2, 3, 4].map((at) => (
					<Skeleton key={at} className="paper-skeleton h-13" />
				))}
			</div>
		</div>
	)
}
