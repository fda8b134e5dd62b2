import { useParams } from 'react-router'
import type { ConsoleOrder } from '~/api/gen/types.gen.ts'
import { statusLabel, statusTone } from '~/features/order/labels.ts'
import { Deadline } from '~/kit/Age.tsx'
import { Copy } from '~/kit/Copy.tsx'
import { useIsPhone } from '~/kit/media.ts'
import { Page } from '~/kit/Page.tsx'
import { Pill } from '~/kit/Pill.tsx'
import { Read } from '~/kit/Read.tsx'
import { SkeletonCards } from '~/kit/Skeleton.tsx'
import { m } from '~/paraglide/messages.js'
import { Buyer } from './parts/Buyer.tsx'
import { Destination } from './parts/Destination.tsx'
import { Earlier } from './parts/Earlier.tsx'
import { FactDrawer } from './parts/FactDrawer.tsx'
import { Facts } from './parts/Facts.tsx'
import { Links } from './parts/Links.tsx'
import { OrderReceipt } from './parts/OrderReceipt.tsx'
import { PhoneOrder } from './parts/PhoneOrder.tsx'
import { Situation } from './parts/Situation.tsx'
import { Units } from './parts/Units.tsx'
import { useOrder } from './queries.ts'

/** One order: what does not move, what is going on, and what can be done about it. */
export default function OrderDetail() {
	const id = Number(useParams().id)
	const order = useOrder(id)
	return (
		<Page
			title={m['order.title']({ id })}
			parent={{ to: '/orders', title: m['orders.title']() }}
			live
			beside={order.data && <HeadPills order={order.data} />}
		>
			<Read query={order} skeleton={<SkeletonCards />}>
				{(data) => <OrderView order={data} />}
			</Read>
			<FactDrawer />
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

function OrderView({ order }: { order: ConsoleOrder }) {
	const isPhone = useIsPhone()
	const facts = <Facts order={order.id} />
	const aside = <Links links={order.links} />
	return (
		<>
			{isPhone ? (
				<PhoneOrder order={order} facts={facts} actions={aside} />
			) : (
				<div className="grid items-start gap-3.5 lg:grid-cols-[minmax(240px,284px)_minmax(0,1fr)_minmax(240px,276px)]">
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
					<div className="grid gap-3">{aside}</div>
				</div>
			)}
		</>
	)
}
