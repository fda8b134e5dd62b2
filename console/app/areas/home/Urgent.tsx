import type { QueueItem, QueuePage } from '@larek/api/admin/types.gen.ts'
import { Link } from 'react-router'
import { QueueMark } from '~/common/QueueMark.tsx'
import { queueKindLabel, queueTitle } from '~/common/queueLabels.ts'
import { Deadline } from '~/kit/Age.tsx'
import { Avatar } from '~/kit/Avatar.tsx'
import { Card } from '~/kit/Card.tsx'
import { Money } from '~/kit/Money.tsx'
import { m } from '~/paraglide/messages.js'

/** The five rows of the queue to begin with. */
export function Urgent({ queue }: { queue: QueuePage }) {
	return (
		<Card
			flush
			title={m['home.first']()}
			aside={
				<Link to="/queue" className="text-xs text-sky hover:underline">
					{m['home.whole_queue']()}
				</Link>
			}
		>
			{queue.results.length === 0 ? (
				<p className="px-3.5 py-6 text-center text-muted">{m['home.none_waits']()}</p>
			) : (
				<ul className="divide-y divide-hair">
					{queue.results.slice(0, 5).map((item) => (
						<UrgentRow key={`${item.kind}:${item.id}`} item={item} />
					))}
				</ul>
			)}
		</Card>
	)
}

function UrgentRow({ item }: { item: QueueItem }) {
	return (
		<li className="relative flex min-h-13 items-center gap-3 px-3.5 py-1.5 hover:bg-hover">
			<QueueMark item={item} />
			<div className="min-w-0 flex-1">
				<Link
					to={`/queue?task=${item.kind}:${item.id}`}
					className="line-clamp-1 font-medium after:absolute after:inset-0"
				>
					{queueTitle(item)}
				</Link>
				<p className="truncate text-xs text-muted">
					{item.orderId ? m['queue.order']({ id: item.orderId }) : queueKindLabel(item.kind)}
					{item.amount && ' · '}
					{item.amount && <Money sum={item.amount} currency={item.currency} />}
					{' · '}
					<Deadline from={item.created} due={item.dueAt} plain />
				</p>
			</div>
			{item.owner && <Avatar name={item.owner.name} small />}
		</li>
	)
}
