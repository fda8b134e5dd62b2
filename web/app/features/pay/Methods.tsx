import { Suspense, useEffect } from 'react'
import { Button } from '~/components/Button.tsx'
import { lazyPart } from '~/lib/lazyPart.ts'
import { m } from '~/paraglide/messages.js'
import { FreeOrder } from './FreeOrder.tsx'
import type { PaymentData } from './loadPayment.ts'
import { MethodList } from './MethodList.tsx'
import { PayFields } from './PayFields.tsx'
import { startedAt } from './paymentSession.ts'
import { ResumePayment } from './ResumePayment.tsx'
import type { PayPageState } from './usePayPage.ts'

const Scenario = lazyPart(() => import('./Scenario.tsx'), { ahead: true })

/** The ways to pay, and under the one being paid by what the buyer does next. */
export function Methods({ loaded, state }: { loaded: PaymentData; state: PayPageState }) {
	const { order, balance, frozen } = loaded
	const { groups, isFree, isGoing, method, refused, choose } = state
	const going = isGoing && <Going loaded={loaded} state={state} />
	/** A payer by link leaves an address of their own, for the receipt of this payment. */
	const email = order.isOwner ? order.email : null
	useFocusOnProblem(refused, method?.name)
	return (
		<>
			<PayFields order={order} />
			{isFree ? (
				going || <FreeOrder email={order.email} error={refused?.email} />
			) : groups && groups.length > 0 ? (
				<MethodList
					groups={groups}
					toPay={order.toPay}
					balance={balance}
					frozen={frozen}
					errors={refused ?? {}}
					email={email}
					chosen={method?.name}
					onChoose={choose}
					panel={going}
				/>
			) : (
				<p className="card mt-5 p-5">{m['pay_page.no_methods']()}</p>
			)}
		</>
	)
}

function Going({ loaded, state }: { loaded: PaymentData; state: PayPageState }) {
	const { order, paymentPage, at } = loaded
	const { started, elsewhere, isFresh } = state
	const since = startedAt(order)
	const payment = started?.scenario.paymentId ?? elsewhere?.paymentId
	const other = (
		<>
			<input type="hidden" name="payment" value={payment} />
			<input type="hidden" name="stopping" value={started?.method ?? elsewhere?.method} />
			<Button type="submit" name="intent" value="stop" look="quiet" size="small" className="-mx-4">
				{m['pay_page.other']()}
			</Button>
		</>
	)
	// What the server returned about the payment, while the rest is loading.
	const quote = order.quote?.paymentId === payment ? order.quote : null
	const resume = quote && (
		<ResumePayment quote={quote} since={since} page={paymentPage} from={at}>
			{other}
		</ResumePayment>
	)
	if (!started) return resume
	return (
		<Suspense fallback={resume}>
			<Scenario scenario={started.scenario} {...{ since, other, isFresh }} from={at} received={quote?.received} />
		</Suspense>
	)
}

/** What was refused because of a field puts the cursor there. */
function useFocusOnProblem(refused: { email?: string; phone?: string } | undefined, method: string | undefined) {
	useEffect(() => {
		const field = refused?.email ? 'email' : refused?.phone ? 'phone' : undefined
		if (field) document.querySelector<HTMLElement>(`[name="${field}-${method}"]`)?.focus()
	}, [refused, method])
}
