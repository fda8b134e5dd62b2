import { lazy, type ReactNode, Suspense } from 'react'
import type { OrderView } from '~/entities/order/orderView.ts'
import { isFinal, unpaid, wasPaid } from '~/entities/order/timelineSteps.ts'
import { useSignedIn } from '~/entities/session/signedInState.ts'
import { m } from '~/paraglide/messages.js'
import { DeliveryProof } from './DeliveryProof.tsx'
import { headlineOf } from './headline.ts'
import { Lines } from './Lines.tsx'

// Whether somebody is signed in is known in the browser alone, and few orders have the choice.
const ProofPictures = lazy(() => import('./ProofPictures.tsx'))
const RefundChoice = lazy(() => import('./RefundChoice.tsx'))

/** The results of the order so far. */
export function OrderOutcome({ order, review }: { order: OrderView; review: ReactNode }) {
	const isSignedIn = useSignedIn()
	const isMine = isSignedIn && order.isOwner
	const isUnderWay = !unpaid(order) && !isFinal(order)
	return (
		<>
			{/* Of a paid order the headline and the goods say it, and the money with it. */}
			{headlineOf(order).mood === 'bad' && !wasPaid(order) && order.rejectReason && (
				<Reason text={order.rejectReason} />
			)}
			{wasPaid(order) && <Lines order={order} />}
			{order.proofs.length > 0 && <OperatorNotes words={order.proofs} />}
			{order.pictures.length > 0 && (
				<Suspense fallback={null}>
					<ProofPictures order={order} />
				</Suspense>
			)}
			{order.deliveryReceipt && <DeliveryProof text={order.deliveryReceipt} />}
			{isMine && order.belongsTo === 'account' && isUnderWay && (
				<Suspense fallback={null}>
					<RefundChoice order={order} />
				</Suspense>
			)}
			{isMine && order.status === 'done' && review}
		</>
	)
}

/** Goods an operator has delivered: what the operator says about it. */
function OperatorNotes({ words }: { words: string[] }) {
	return (
		<div className="card p-5">
			<span className="block text-sm text-muted">{m['order_page.operator']()}</span>
			{words.map((text) => (
				<p key={text} className="wrap-anywhere">
					{text}
				</p>
			))}
		</div>
	)
}

function Reason({ text }: { text: string }) {
	return (
		<p className="card border-coral/60 p-5">
			<span className="block text-sm text-muted">{m['order_page.reason']()}</span>
			{text}
		</p>
	)
}
