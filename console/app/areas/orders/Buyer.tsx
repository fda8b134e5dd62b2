import type { ConsoleOrder } from '@larek/api/admin/types.gen.ts'
import { exactTime } from '@larek/shared/time.ts'
import { Link } from 'react-router'
import { Card, Detail, Details } from '~/kit/Card.tsx'
import { Copy } from '~/kit/Copy.tsx'
import { Money } from '~/kit/Money.tsx'
import { Pill } from '~/kit/Pill.tsx'
import { m } from '~/paraglide/messages.js'

/** Who bought, and where refunds are sent. */
export function Buyer({ order }: { order: ConsoleOrder }) {
	const { buyer } = order
	const count = `${buyer.orders.count}${buyer.orders.isMore ? '+' : ''}`
	return (
		<Card
			title={m['order.buyer']()}
			aside={
				<Link to={`/orders?buyer_of=${order.id}`} className="text-xs text-sky hover:underline">
					{m['order.buyer_orders']({ count })}
				</Link>
			}
		>
			<Details>
				<Detail name={m['order.email']()}>
					{buyer.email ? <Copy text={buyer.email} what={m['order.email']()} /> : m['order.no_email']()}
				</Detail>
				<Detail name={m['order.account']()}>
					{buyer.userId ? (
						<Link to={`/customers/${buyer.userId}`} className="text-sky hover:underline">
							{buyer.nickname}
						</Link>
					) : (
						m['order.guest']()
					)}{' '}
					{buyer.barred && <Pill tone="bad">{m['order.barred']()}</Pill>}
				</Detail>
				{buyer.since && <Detail name={m['order.since']()}>{exactTime(new Date(buyer.since))}</Detail>}
				{buyer.balance && (
					<Detail name={m['order.balance']()}>
						<Money sum={buyer.balance.amount} currency={buyer.balance.currency} />
					</Detail>
				)}
				<Detail name={m['order.refund_to']()}>
					{buyer.refundTo === 'balance' ? m['order.to_balance']() : m['order.to_method']()}
				</Detail>
			</Details>
		</Card>
	)
}
