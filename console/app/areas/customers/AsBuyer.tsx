import type { CustomerView, ViewedOrder } from '@larek/api/admin/types.gen.ts'
import { exactTime } from '@larek/shared/time.ts'
import { statusLabel } from '~/common/orderLabels.ts'
import { Drawer } from '~/kit/Dialog.tsx'
import { Money } from '~/kit/Money.tsx'
import { Note } from '~/kit/states.tsx'
import { m } from '~/paraglide/messages.js'

/** The buyer's view: orders, their events, the balance. It is read-only and contains no codes. */
export function AsBuyer({ view, onClose }: { view: CustomerView; onClose: () => void }) {
	return (
		<Drawer open onClose={onClose} title={m['customers.as_buyer']({ name: view.nickname })}>
			<div className="grid gap-4">
				<Note tone="soon">{m['customers.as_buyer_note']()}</Note>
				<p>
					{m['customers.balance']()}: <Money sum={view.balance} strong />
				</p>
				{view.orders.length === 0 && <p className="text-muted">{m['customers.no_orders']()}</p>}
				{view.orders.map((order) => (
					<Seen key={order.id} order={order} />
				))}
				{view.movements.length > 0 && (
					<ul className="grid gap-1">
						{view.movements.map(({ at, title, amount }) => (
							<li key={at + title} className="flex gap-2">
								<span className="min-w-0 flex-1">{title}</span>
								<Money sum={amount} />
							</li>
						))}
					</ul>
				)}
			</div>
		</Drawer>
	)
}

function Seen({ order }: { order: ViewedOrder }) {
	return (
		<section className="border-t border-hair pt-3" aria-label={m['customers.order']({ id: order.id })}>
			<p className="flex gap-2 font-medium">
				<span className="min-w-0 flex-1">
					{m['customers.order']({ id: order.id })} · {order.goods.join(', ')}
				</span>
				<Money sum={order.sum} />
			</p>
			<p className="text-xs text-muted">
				{exactTime(new Date(order.created))} · {statusLabel(order.status as Parameters<typeof statusLabel>[0])}
			</p>
			<ol className="mt-1 grid gap-0.5 text-xs">
				{order.events.map(({ at, text }) => (
					<li key={at + text}>
						{exactTime(new Date(at))} {text}
					</li>
				))}
			</ol>
		</section>
	)
}
