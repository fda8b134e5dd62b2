import { useEffect, useRef } from 'react'
import { href } from 'react-router'
import { ButtonLink } from '~/components/Button.tsx'
import { Deadline } from '~/components/Deadline.tsx'
import { LiveDot } from '~/components/LiveDot.tsx'
import type { OrderView } from '~/entities/order/orderView.ts'
import { lastPayment, type PaymentState } from '~/entities/order/paymentState.ts'
import { isFinal } from '~/entities/order/timelineSteps.ts'
import { m } from '~/paraglide/messages.js'
import type { Headline } from './headline.ts'

interface OrderHeadProps {
	order: OrderView
	headline: Headline
	from: number
}

/** The state of the order, its deadline, and the next step. */
export function OrderHead({ order, headline: { title, text, mood }, from }: OrderHeadProps) {
	const heading = useFocusAfter(mood === 'act')
	const isWaiting = mood === 'wait' || mood === 'lot'
	const due = deadlineOf(order, mood)
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
			{due && (
				<p className="text-muted">
					{due.label} <Deadline until={due.until} from={from} since={due.since} className="font-bold text-fore" />
					{due.end}
				</p>
			)}
			<PayLink order={order} isNext={mood === 'pay'} isShown={mood === 'pay' || mood === 'wait'} />
		</div>
	)
}

/** Until when the buyer pays, the rest of a payment in part too, or a held order waits. */
function deadlineOf(order: OrderView, mood: Headline['mood']) {
	const { quote, expiresAt, heldUntil, created } = order
	if (quote && lastPayment(order).state === 'part')
		return { label: m['order_page.part_until'](), until: quote.expiresAt, end: m['order_page.part_then']() }
	if (mood === 'pay' && expiresAt) return { label: m['pay_page.held'](), until: expiresAt, since: created }
	if (mood === 'wait' && heldUntil)
		return { label: m['order_page.held_until'](), until: heldUntil, end: m['order_page.correct_then']() }
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
