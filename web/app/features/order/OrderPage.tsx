import { useNow } from '@larek/shared/now.ts'
import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react'
import { useFetcher } from 'react-router'
import { ConnectionNote } from '~/entities/order/ConnectionNote.tsx'
import type { OrderView } from '~/entities/order/orderView.ts'
import { unpaid } from '~/entities/order/timelineSteps.ts'
import { useLiveOrder } from '~/entities/order/useLiveOrder.ts'
import { Actions } from './Actions.tsx'
import { DetailsCorrectionForm } from './DetailsCorrectionForm.tsx'
import { headlineOf } from './headline.ts'
import type { OrderData } from './loadOrder.ts'
import { OrderHead } from './OrderHead.tsx'
import { OrderOutcome } from './OrderOutcome.tsx'
import { OrderTimeline } from './OrderTimeline.tsx'
import type { OrderActionResult } from './submitOrderPage.ts'

// Only one kind of order has a lot, and few visitors only the link.
const StandoffLotGuide = lazy(() => import('./StandoffLotGuide.tsx'))
const LinkHolder = lazy(() => import('./LinkHolder.tsx'))

interface OrderPageProps {
	loaded: OrderData
	/** The access token had expired when the page was rendered: the visitor may still be the owner. */
	isUnsure: boolean
	/** The last attempt to reload it failed. */
	isStale: boolean
	/** The answer to a form sent without scripts. */
	acted?: OrderActionResult
	/** Where the buyer reviews a delivered order. */
	review: ReactNode
}

/** The receipt that prints itself, and beside it what the buyer gets or has to do. */
export function OrderPage({ loaded, isUnsure, isStale, acted, review }: OrderPageProps) {
	const { order, mail, at } = loaded
	useLiveOrder(order)
	useCheckOnce(order)
	const now = useNow(at)
	const headline = headlineOf(order, now)
	const { mood } = headline
	/** On a phone the goods come before the receipt once they are there, and so does what has to be corrected. */
	const isBodyFirst = mood === 'good' || mood === 'act' || mood === 'lot'
	const receipt = (
		<div className="lg:sticky lg:top-5 lg:col-start-1 lg:row-span-3 lg:row-start-1">
			<OrderTimeline order={order} now={now} />
		</div>
	)
	return (
		<>
			<ConnectionNote isStale={isStale} />
			<div className="grid grid-cols-1 items-start gap-x-8 gap-y-6 lg:grid-cols-[440px_minmax(0,1fr)] lg:grid-rows-[auto_auto_1fr]">
				<OrderHead order={order} headline={headline} from={at} />
				{!isBodyFirst && receipt}
				<div className="grid grid-cols-1 gap-5 lg:col-start-2">
					{!order.isOwner && !isUnsure && (
						<Suspense fallback={null}>
							<LinkHolder order={order} />
						</Suspense>
					)}
					{mood === 'act' && (
						<DetailsCorrectionForm order={order} servers={loaded.servers} sent={acted?.correction} from={at} />
					)}
					{mood === 'lot' && order.lot && (
						<Suspense fallback={null}>
							<StandoffLotGuide order={order} lot={order.lot} from={at} />
						</Suspense>
					)}
					<OrderOutcome order={order} isBad={mood === 'bad'} review={review} />
					{!isBodyFirst && <Actions order={order} mail={mail} />}
				</div>
				{isBodyFirst && receipt}
				{isBodyFirst && (
					<div className="lg:col-start-2">
						<Actions order={order} mail={mail} />
					</div>
				)}
			</div>
		</>
	)
}

/** Only this provider can be asked by a buyer. */
const canBeAsked = 'payselection'

/** The buyer returns from the provider's page, or opens a payment in progress. */
function useCheckOnce({ id, quote, status }: OrderView) {
	const { submit } = useFetcher()
	const isChecked = useRef(false)
	const isOpen = unpaid({ status }) && quote?.method === canBeAsked
	useEffect(() => {
		if (!isOpen || isChecked.current) return
		isChecked.current = true
		submit({ intent: 'check', order: id, currency: quote.currency }, { method: 'post' })
	}, [id, quote, isOpen, submit])
}
