import { lazy, Suspense, useEffect, useRef } from 'react'
import { ButtonLink } from '~/components/Button.tsx'
import { Countdown } from '~/components/Countdown.tsx'
import { LiveDot } from '~/components/LiveDot.tsx'
import type { OrderView } from '~/entities/order/orderView.ts'
import { isFinal, unpaid, wasPaid } from '~/entities/order/timelineSteps.ts'
import { useOrder } from '~/entities/order/useOrder.ts'
import { useSignedIn } from '~/entities/session/signedInState.ts'
import { formatMoney } from '~/lib/money.ts'
import { m } from '~/paraglide/messages.js'
import { Actions } from './Actions.tsx'
import type { Corrected } from './correct.server.ts'
import { Correction } from './DetailsCorrectionForm.tsx'
import { headlineOf } from './headline.ts'
import { Lines } from './Lines.tsx'
import { LinkHolder } from './LinkHolder.tsx'
import type { loadOrder } from './load.server.ts'
import { Proof } from './Proof.tsx'
import { RefundChoice } from './RefundChoice.tsx'
import { TimelineReceipt } from './TimelineReceipt.tsx'

// Only a buyer who is signed in and has got everything is asked.
const Review = lazy(() => import('~/features/feedback/ReviewForm.tsx'))
// Only one kind of order has a lot.
const Lot = lazy(() => import('./StandoffLotGuide.tsx'))

type Loaded = Awaited<ReturnType<typeof loadOrder>>

/** The receipt that prints itself, and beside it what the buyer gets or has to do. */
export function OrderPage({ loaded, corrected }: { loaded: Loaded; corrected?: Corrected }) {
	const { order, refresh } = useOrder(loaded.order)
	const isSignedIn = useSignedIn()
	/** The page was made with a token that had run out: it may yet turn out to be the owner's. */
	const isUnsure = loaded.isUnsure && order === loaded.order
	useAskedOnce(loaded.order)
	const { mood } = headlineOf(order)
	/** On a phone the goods come before the receipt once they are there, and so does what has to be mended. */
	const isBodyFirst = mood === 'good' || mood === 'act' || mood === 'lot'
	const receipt = (
		<div className="lg:sticky lg:top-5 lg:col-start-1 lg:row-span-3 lg:row-start-1">
			<TimelineReceipt order={order} />
		</div>
	)
	return (
		<div className="grid grid-cols-1 items-start gap-x-8 gap-y-6 lg:grid-cols-[440px_minmax(0,1fr)] lg:grid-rows-[auto_auto_1fr]">
			<Head order={order} from={loaded.at} />
			{!isBodyFirst && receipt}
			<div className="grid grid-cols-1 gap-5 lg:col-start-2">
				{!order.isOwner && !isUnsure && <LinkHolder order={order} />}
				{mood === 'act' && <Correction order={order} servers={loaded.servers} sent={corrected} from={loaded.at} />}
				{/* Of a paid order the headline and the goods tell it, and the money with it. */}
				{mood === 'bad' && !wasPaid(order) && order.rejectReason && <Reason text={order.rejectReason} />}
				{mood === 'lot' && order.lot && (
					<Suspense fallback={null}>
						<Lot order={order} lot={order.lot} from={loaded.at} />
					</Suspense>
				)}
				{wasPaid(order) && <Lines order={order} />}
				{order.proofs.length > 0 && <OperatorWords words={order.proofs} />}
				{order.deliveryReceipt && <Proof text={order.deliveryReceipt} />}
				{isSignedIn && order.isOwner && order.belongsTo === 'account' && !unpaid(order) && !isFinal(order) && (
					<RefundChoice order={order} onChosen={refresh} />
				)}
				{isSignedIn && order.isOwner && order.status === 'done' && (
					<Suspense fallback={null}>
						<Review orderId={order.id} isAllowed={order.isFeedbackAllowed} />
					</Suspense>
				)}
				{!isBodyFirst && <Actions order={order} mail={loaded.mail} />}
			</div>
			{isBodyFirst && receipt}
			{isBodyFirst && (
				<div className="lg:col-start-2">
					<Actions order={order} mail={loaded.mail} />
				</div>
			)}
		</div>
	)
}

/** The buyer has come back from the provider's page, or looks in on a payment under way. */
function useAskedOnce({ id, hash, quote }: OrderView) {
	const asked = useRef(false)
	useEffect(() => {
		if (!quote || asked.current) return
		asked.current = true
		import('~/entities/order/orderApi.client.ts')
			.then(({ askProvider }) => askProvider(id, hash, quote))
			.catch(() => {})
	}, [id, hash, quote])
}

function Head({ order, from }: { order: OrderView; from: number }) {
	const { title, text, mood } = headlineOf(order)
	const heading = useFocusAfter(mood === 'act')
	const isPayable = mood === 'pay' || (mood === 'wait' && order.isPaymentActive)
	const isWaiting = mood === 'wait' || mood === 'lot'
	const total = formatMoney(order.toPay, 'RUB', { exact: true })
	return (
		<div className="grid justify-items-start gap-3 lg:col-start-2">
			{/* Without scripts nobody else tells the page of news. */}
			{!isFinal(order) && (
				<noscript>
					<meta httpEquiv="refresh" content="5" />
				</noscript>
			)}
			<h1 ref={heading} tabIndex={-1} className="head flex items-center gap-3.5 text-2xl outline-none">
				{isWaiting && <span className="spinner shrink-0 text-lamp-text" aria-hidden="true" />}
				{title}
			</h1>
			{text && <p className="max-w-[60ch] text-muted">{text}</p>}
			{isWaiting && <LiveDot>{m['order_page.live']()}</LiveDot>}
			{mood === 'pay' && order.expiresAt && (
				<p className="text-muted">
					{m['pay_page.held']()} <Countdown until={order.expiresAt} from={from} className="font-bold text-fore" />
				</p>
			)}
			{isWaiting && order.heldUntil && (
				<p className="text-muted">
					{m['order_page.held_until']()}{' '}
					<Countdown until={order.heldUntil} from={from} className="font-bold text-fore" />
				</p>
			)}
			{isPayable && (
				<ButtonLink
					to={`/ru/orders/${order.hash}/pay`}
					look={mood === 'pay' ? 'lamp' : 'ghost'}
					size={mood === 'pay' ? 'large' : 'small'}
					className={mood === 'pay' ? 'w-full md:w-auto' : undefined}
				>
					{mood === 'pay' ? m['pay_page.pay']({ total }) : m['order_page.back_to_pay']()}
				</ButtonLink>
			)}
		</div>
	)
}

/** The form goes away once its details are taken, and the focus in it with it: it goes to what happens now. */
function useFocusAfter(isForm: boolean) {
	const heading = useRef<HTMLHeadingElement>(null)
	const before = useRef(isForm)
	useEffect(() => {
		if (before.current && !isForm && document.activeElement === document.body) heading.current?.focus()
		before.current = isForm
	}, [isForm])
	return heading
}

/** Goods a person has handed over: what the person says about it. */
function OperatorWords({ words }: { words: string[] }) {
	return (
		<div className="card p-5">
			<span className="block text-sm text-muted">{m['order_page.operator']()}</span>
			{words.map((text) => (
				<p key={text} className="break-words">
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
