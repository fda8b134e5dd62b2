import { useEffect, useRef } from 'react'
import { href } from 'react-router'
import { ButtonLink } from '~/components/Button.tsx'
import { Deadline } from '~/components/Deadline.tsx'
import { LiveDot } from '~/components/LiveDot.tsx'
import type { OrderView } from '~/entities/order/orderView.ts'
import { lastPayment, type PaymentState } from '~/entities/order/paymentState.ts'
import { isFinal } from '~/entities/order/timelineSteps.ts'
import { m } from '~/paraglide/messages.js'
import { headlineOf } from './headline.ts'

/** The state of the order, its deadline, and the next step. */
export function OrderHead({ order, from }: { order: OrderView; from: number }) {
	const { title, text, mood } = headlineOf(order)
	const heading = useFocusAfter(mood === 'act')
	const isWaiting = mood === 'wait' || mood === 'lot'
	/** The rest of a payment that has come in part. */
	const rest = lastPayment(order).state === 'part' ? order.quote : null
	return (
		<div className="grid grid-cols-1 justify-items-start gap-3 lg:col-start-2">
			{/* Without scripts the page has to reload itself. */}
			{!isFinal(order) && (
				<noscript>
					<meta httpEquiv="refresh" content="5" />
				</noscript>
			)}
			<h1 ref={heading} tabIndex={-1} className="head flex items-center gap-3.5 text-2xl outline-none">
				{isWaiting && <span className="spinner shrink-0 text-lamp-line" aria-hidden="true" />}
				{title}
			</h1>
			{text && <p className="max-w-[60ch] text-muted">{text}</p>}
			{isWaiting && <LiveDot>{m['order_page.live']()}</LiveDot>}
			{rest && (
				<p className="text-muted">
					{m['order_page.part_until']()} <Deadline until={rest.expiresAt} from={from} className="font-bold text-fore" />
					{m['order_page.part_then']()}
				</p>
			)}
			{mood === 'pay' && !rest && order.expiresAt && (
				<p className="text-muted">
					{m['pay_page.held']()}{' '}
					<Deadline until={order.expiresAt} from={from} since={order.created} className="font-bold text-fore" />
				</p>
			)}
			{isWaiting && order.heldUntil && (
				<p className="text-muted">
					{m['order_page.held_until']()}{' '}
					<Deadline until={order.heldUntil} from={from} className="font-bold text-fore" />
					{m['order_page.held_then']()}
				</p>
			)}
			<PayLink order={order} isNext={mood === 'pay'} isShown={mood === 'pay' || mood === 'wait'} />
		</div>
	)
}

function PayLink({ order, isNext, isShown }: { order: OrderView; isNext: boolean; isShown: boolean }) {
	if (!isShown || !order.isPaymentActive) return null
	const { state } = lastPayment(order)
	return (
		<ButtonLink
			to={href('/ru/orders/:hash/pay', { hash: order.hash })}
			look={isNext ? 'lamp' : 'ghost'}
			size={isNext ? 'large' : 'small'}
			className={isNext ? 'w-full md:w-auto' : undefined}
		>
			{!isNext ? m['order_page.back_to_pay']() : nextStep(state)}
		</ButtonLink>
	)
}

function nextStep(state: PaymentState): string {
	if (state === 'part') return m['order_page.pay_rest']()
	return state === 'none' ? m['pay_page.pay_plain']() : m['order_page.choose_method']()
}

/** The form goes once its details are taken, and the focus in it with it: it moves to what happens now. */
function useFocusAfter(isForm: boolean) {
	const heading = useRef<HTMLHeadingElement>(null)
	const before = useRef(isForm)
	useEffect(() => {
		if (before.current && !isForm && document.activeElement === document.body) heading.current?.focus()
		before.current = isForm
	}, [isForm])
	return heading
}
