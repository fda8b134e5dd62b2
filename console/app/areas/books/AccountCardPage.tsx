import type { CardPosting, TrialLine } from '@larek/api/admin/types.gen.ts'
import { dayAndTime, exactTime } from '@larek/shared/time.ts'
import { Link, useParams, useSearchParams } from 'react-router'
import { DaysBar } from '~/common/DaysBar.tsx'
import { useDays } from '~/common/days.ts'
import { Sum } from '~/common/Sum.tsx'
import { Card, Detail, Details } from '~/kit/Card.tsx'
import { Page } from '~/kit/Page.tsx'
import { Pager } from '~/kit/Pager.tsx'
import { Tag } from '~/kit/Pill.tsx'
import { QueryBoundary } from '~/kit/QueryBoundary.tsx'
import { SkeletonRows } from '~/kit/Skeleton.tsx'
import { Empty } from '~/kit/states.tsx'
import { type Column, Table } from '~/kit/Table.tsx'
import { m } from '~/paraglide/messages.js'
import { accountName } from './GroupName.tsx'
import { useCard } from './queries.ts'

const columns: Column<CardPosting>[] = [
	{
		id: 'at',
		header: m['books.at'](),
		width: 170,
		phone: 'line',
		cell: ({ at, bookedAt }) => (
			<time dateTime={at} title={exactTime(new Date(at))} className="whitespace-nowrap text-muted">
				{dayAndTime(new Date(at))} {bookedAt && <Tag>{m['books.backdated']()}</Tag>}
			</time>
		),
	},
	{ id: 'reason', header: m['books.reason'](), phone: 'title', cell: ({ title }) => title },
	{ id: 'entry', header: m['books.entries'](), width: 150, cell: ({ entryId }) => m['books.entry']({ id: entryId }) },
	{
		id: 'order',
		header: m['books.order'](),
		width: 110,
		phone: 'line',
		cell: ({ orderId }) =>
			orderId ? (
				<Link to={`/orders/${orderId}`} className="font-medium text-sky hover:underline">
					{orderId}
				</Link>
			) : (
				<span className="text-muted">—</span>
			),
	},
	{
		id: 'amount',
		header: m['books.amount'](),
		align: 'right',
		phone: 'end',
		cell: ({ amount, currency }) => <Sum sum={amount} currency={currency} strong />,
	},
]

/** The postings of an account in a period, each with its order. */
export default function AccountCardPage() {
	const { account = '' } = useParams()
	const days = useDays()
	const [params] = useSearchParams()
	const card = useCard(account, days.since, days.until, params.get('cursor') ?? undefined)
	const title = card.data?.title ?? m['books.card']()
	return (
		<Page title={accountName({ account, title })} parent={{ to: '/books', title: m['books.title']() }}>
			<DaysBar days={days} />
			<QueryBoundary query={card} skeleton={<SkeletonRows rows={10} />}>
				{({ turnovers, results, next }) => (
					<div className="grid gap-3">
						{turnovers.map((line) => (
							<Turnover key={line.currency} line={line} />
						))}
						{results.length === 0 ? (
							<Empty title={m['books.empty']()} hint={m['books.empty_hint']()} />
						) : (
							<Table
								label={title}
								columns={columns}
								rows={results}
								rowKey={({ entryId, account: of, currency }) => `${entryId} ${of} ${currency}`}
								rowName={({ entryId }) => m['books.entry']({ id: entryId })}
								footer={<Pager next={next} />}
							/>
						)}
					</div>
				)}
			</QueryBoundary>
		</Page>
	)
}

function Turnover({ line }: { line: TrialLine }) {
	const part = (name: string, sum: string) => (
		<Detail name={name}>
			<Sum sum={sum} currency={line.currency} strong />
		</Detail>
	)
	return (
		<Card title={line.currency}>
			<Details wide>
				{part(m['books.opening'](), line.opening)}
				{part(m['books.debit'](), line.debit)}
				{part(m['books.credit'](), line.credit)}
				{part(m['books.closing'](), line.closing)}
			</Details>
		</Card>
	)
}
