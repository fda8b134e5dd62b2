import type { QueueDetail, QueueKind, QueueWayName } from '@larek/api/admin/types.gen.ts'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { QueueMark } from '~/common/QueueMark.tsx'
import { queueAbout, queueSubject } from '~/common/queueLabels.ts'
import { SuggestedRefund } from '~/common/RefundReceipt.tsx'
import { SpecDialog } from '~/common/SpecDialog.tsx'
import { Deadline } from '~/kit/Age.tsx'
import { ButtonLink, IconButton } from '~/kit/Button.tsx'
import { Money } from '~/kit/Money.tsx'
import { QueryBoundary } from '~/kit/QueryBoundary.tsx'
import { SkeletonCards } from '~/kit/Skeleton.tsx'
import { m } from '~/paraglide/messages.js'
import { Lease } from './Lease.tsx'
import { PaneFacts } from './PaneFacts.tsx'
import { queueKeys, refOf, resolveItem, useQueueItem } from './queries.ts'
import { resolveBody } from './resolveBody.ts'
import { Ways } from './Ways.tsx'
import { waySpec } from './ways.ts'

interface QueuePaneProps {
	/** `kind:id` of the open row. */
	open: string
	/** Called after the row ended or was released. */
	onClose: () => void
}

/** A row with everything needed to finish it. */
export function QueuePane({ open, onClose }: QueuePaneProps) {
	const query = useQueueItem(refOf(open))
	return (
		<aside aria-label={m['queue.pane']()} className="md:sticky md:top-16">
			<QueryBoundary query={query} skeleton={<SkeletonCards cards={1} />}>
				{(detail) => <Pane detail={detail} onClose={onClose} />}
			</QueryBoundary>
		</aside>
	)
}

function Buyer({ id }: { id: number }) {
	return (
		<Link to={`/customers/${id}`} className="text-sky underline underline-offset-3">
			{m['queue.buyer']({ id })}
		</Link>
	)
}

/** The page where the cause of such a row is removed; the row disappears with it. */
const elsewhere: Partial<Record<QueueKind, { to: string; label: () => string }>> = {
	stock_low: { to: '/stock', label: m['queue.to_stock'] },
	supplier_money: { to: '/suppliers', label: m['queue.to_suppliers'] },
}

/** Querying or reminding does not end the row. */
const stays = (kind: QueueKind, way: QueueWayName) => way === 'ask' || (kind === 'details' && way === 'resend')

function Pane({ detail, onClose }: { detail: QueueDetail; onClose: () => void }) {
	const [name, setName] = useState<QueueWayName>()
	const { item } = detail
	const way = detail.ways.find((one) => one.name === name)
	const place = elsewhere[item.kind]
	return (
		<div className="card">
			<div className="flex items-start gap-2.5 border-b border-hair px-3.5 py-2.5">
				<span className="md:hidden">
					<IconButton label={m['queue.back']()} icon={ArrowLeft} onClick={onClose} />
				</span>
				<QueueMark item={item} />
				<div className="min-w-0 flex-1">
					<h2 className="text-base">{item.reason}</h2>
					<p className="text-xs text-muted">
						{item.kind === 'erasure' ? <Buyer id={item.id} /> : queueSubject(item)}
						{item.orderId && (
							<>
								{queueSubject(item) && ' · '}
								<Link to={`/orders/${item.orderId}`} className="text-sky underline underline-offset-3">
									{m['queue.order']({ id: item.orderId })}
								</Link>
							</>
						)}
						{item.amount && (
							<span className="whitespace-nowrap">
								{' · '}
								<Money sum={item.amount} currency={item.currency} />
							</span>
						)}
					</p>
				</div>
				<Deadline from={item.created} due={item.dueAt} />
			</div>
			<PaneFacts detail={detail} />
			<Lease item={item} />
			{detail.ways.length > 0 && (
				<Ways ways={detail.ways} kind={item.kind} isMine={item.owner?.isMe ?? false} onStart={setName} />
			)}
			{place && (
				<div className="border-t border-hair px-3.5 py-3">
					<ButtonLink wide look={item.owner?.isMe ? 'lamp' : 'plain'} to={place.to}>
						{place.label()}
					</ButtonLink>
					<p className="mt-1.5 text-xs text-muted">{m['queue.ends_itself']()}</p>
				</div>
			)}
			{way && (
				<SpecDialog
					spec={waySpec(way, item.kind)}
					subject={detail}
					subtitle={queueAbout(item)}
					onClose={() => setName(undefined)}
					version={detail.version ?? undefined}
					run={(values, key, version) => resolveItem(item, { ...resolveBody(way.name, values), version }, key)}
					invalidate={[queueKeys.all, ['orders']]}
					onDone={stays(item.kind, way.name) ? undefined : onClose}
				>
					{way.name === 'refund' && detail.refund && <SuggestedRefund quote={detail.refund} />}
				</SpecDialog>
			)}
		</div>
	)
}
