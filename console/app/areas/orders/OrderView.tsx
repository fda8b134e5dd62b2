import type { ConsoleOrder, OrderActions } from '@larek/api/admin/types.gen.ts'
import { Suspense, useEffect, useState } from 'react'
import { useMe } from '~/api/session.ts'
import { ActionList } from '~/kit/ActionList.tsx'
import { lazyPart } from '~/kit/lazyPart.ts'
import { useIsPhone } from '~/kit/media.ts'
import { Delayed, SkeletonCards } from '~/kit/Skeleton.tsx'
import { Failed } from '~/kit/states.tsx'
import { orderButtons } from './actionButtons.ts'
import { Buyer } from './Buyer.tsx'
import { Destination } from './Destination.tsx'
import { Earlier } from './Earlier.tsx'
import { Facts } from './Facts.tsx'
import { Links } from './Links.tsx'
import { NextStep } from './NextStep.tsx'
import { OrderReceipt } from './OrderReceipt.tsx'
import { useColleagues, useOrderActions } from './orderActions.ts'
import { PhoneBar } from './PhoneBar.tsx'
import { PhoneOrder } from './PhoneOrder.tsx'
import { Situation } from './Situation.tsx'
import { Units } from './Units.tsx'

// Dialogs are preloaded after the first screen.
const loadAction = () => import('./OrderAction.tsx')
const OrderAction = lazyPart(loadAction, 'OrderAction')

const none: Omit<OrderActions, 'orderId' | 'version'> = {
	actions: [],
	units: [],
	codes: [],
	letters: [],
	blocks: [],
	servers: [],
	serverId: null,
}

/** An order in three columns: facts, timeline, actions. */
export function OrderView({ order }: { order: ConsoleOrder }) {
	const [action, setAction] = useState<string>()
	const query = useOrderActions(order.id)
	useEffect(() => {
		const idle = setTimeout(() => loadAction().catch(() => {}), 1000)
		return () => clearTimeout(idle)
	}, [])
	const actions = query.data ?? { ...none, orderId: order.id, version: order.version }
	const me = useMe()
	const colleagues = useColleagues().data?.filter(({ id }) => id !== me.id) ?? []
	const subject = { order, actions, colleagues }
	const buttons = orderButtons(subject, setAction)
	const isPhone = useIsPhone()
	const isOver = ['done', 'failed'].includes(order.status)
	const canNote = actions.actions.some(({ name, allowed }) => name === 'order.note' && allowed)
	const facts = <Facts order={order.id} onNote={canNote ? () => setAction('order.note') : undefined} />
	const side = (
		<>
			{query.isError && <Failed error={query.error} onRetry={() => query.refetch()} />}
			{!isPhone && <NextStep troubles={order.troubles} isOver={isOver} actions={actions.actions} buttons={buttons} />}
			{query.isPending && (
				<Delayed>
					<SkeletonCards cards={2} />
				</Delayed>
			)}
			<ActionList actions={actions.actions} buttons={buttons} />
			<Links order={order.id} links={order.links} />
		</>
	)
	return (
		<>
			{isPhone ? (
				<PhoneOrder order={order} facts={facts} actions={side} />
			) : (
				<div className="grid items-start gap-3.5 md:grid-cols-2 lg:grid-cols-[minmax(240px,288px)_minmax(0,1fr)_minmax(240px,280px)]">
					<div className="grid gap-3">
						<OrderReceipt order={order} />
						<Destination order={order} />
						<Buyer order={order} />
						<Earlier order={order} />
					</div>
					<div className="grid min-w-0 gap-3">
						<Situation summary={order.summary} />
						<Units order={order} />
						{facts}
					</div>
					<aside className="grid gap-3">{side}</aside>
				</div>
			)}
			{isPhone && <PhoneBar troubles={order.troubles} isOver={isOver} actions={actions.actions} buttons={buttons} />}
			<Suspense>
				{action && <OrderAction name={action} subject={subject} onClose={() => setAction(undefined)} />}
			</Suspense>
		</>
	)
}
