import { lazy, type ReactNode, Suspense } from 'react'
import type { OrderView } from '~/entities/order/orderView.ts'
import { isFinal, unpaid, wasPaid } from '~/entities/order/timelineSteps.ts'
import { useSignedIn } from '~/entities/session/signedInState.ts'
import { m } from '~/paraglide/messages.js'
import { Lines } from './Lines.tsx'

// The proof opens before its script is there. Only the browser knows who is signed in, and few orders have the choice.
const DeliveryProof = lazy(() => import('./DeliveryProof.tsx'))
const RefundChoice = lazy(() => import('./RefundChoice.tsx'))

/** The results of the order so far. */
export function OrderOutcome({ order, isBad, review }: { order: OrderView; isBad: boolean; review: ReactNode }) {
	const isSignedIn = useSignedIn()
	const isMine = isSignedIn && order.isOwner
	const isUnderWay = !unpaid(order) && !isFinal(order)
	const isProven = order.deliveryReceipt || order.proofs.length + order.pictures.length > 0
	return (
		<>
			{/* Of a paid order the headline and the goods say it, and the money with it. */}
			{isBad && !wasPaid(order) && order.rejectReason && (
				<p className="card border-coral/60 p-5">
					<span className="block text-sm text-muted">{m['order_page.reason']()}</span>
					{order.rejectReason}
				</p>
			)}
			{wasPaid(order) && <Lines order={order} />}
			<Suspense>
				{isProven && <DeliveryProof order={order} />}
				{isMine && order.belongsTo === 'account' && isUnderWay && <RefundChoice order={order} />}
			</Suspense>
			{isMine && order.status === 'done' && review}
		</>
	)
}
