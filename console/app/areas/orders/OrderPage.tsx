import type { ConsoleOrder } from '@larek/api/admin/types.gen.ts'
import { Suspense } from 'react'
import { useParams } from 'react-router'
import { statusLabel, statusTone } from '~/common/orderLabels.ts'
import { Deadline } from '~/kit/Age.tsx'
import { Copy } from '~/kit/Copy.tsx'
import { lazyPart } from '~/kit/lazyPart.ts'
import { Page } from '~/kit/Page.tsx'
import { Pill } from '~/kit/Pill.tsx'
import { QueryBoundary } from '~/kit/QueryBoundary.tsx'
import { SkeletonCards } from '~/kit/Skeleton.tsx'
import { m } from '~/paraglide/messages.js'
import { OrderView } from './OrderView.tsx'
import { useOrder } from './queries.ts'

// Seldom opened, so not part of the first load.
const FactDrawer = lazyPart(() => import('./FactDrawer.tsx'), 'FactDrawer')
const HeadLinks = lazyPart(() => import('./HeadLinks.tsx'), 'HeadLinks')

/** An order: its facts, its current state and its actions. */
export default function OrderDetail() {
	const id = Number(useParams().id)
	const order = useOrder(id)
	return (
		<Page
			title={m['order.title']({ id })}
			parent={{ to: '/orders', title: m['orders.title']() }}
			live
			beside={order.data && <HeadPills order={order.data} />}
			actions={<Suspense>{order.data && <HeadLinks order={order.data} />}</Suspense>}
		>
			<QueryBoundary query={order} skeleton={<SkeletonCards />}>
				{(data) => <OrderView order={data} />}
			</QueryBoundary>
			<Suspense>
				<FactDrawer />
			</Suspense>
		</Page>
	)
}

function HeadPills({ order }: { order: ConsoleOrder }) {
	return (
		<>
			<Copy text={String(order.id)} what={m['order.number']()}>
				{null}
			</Copy>
			<Pill tone={statusTone(order.status)}>{statusLabel(order.status)}</Pill>
			{order.dueAt && <Deadline from={order.created} due={order.dueAt} />}
		</>
	)
}
