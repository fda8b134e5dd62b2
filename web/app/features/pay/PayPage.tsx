import { formatMoney } from '@larek/shared/money.ts'
import { href, Link } from 'react-router'
import { Button } from '~/components/Button.tsx'
import { Deadline } from '~/components/Deadline.tsx'
import { ConnectionNote } from '~/entities/order/ConnectionNote.tsx'
import type { OrderView } from '~/entities/order/orderView.ts'
import { lastPayment } from '~/entities/order/paymentState.ts'
import { useLiveOrder } from '~/entities/order/useLiveOrder.ts'
import { m } from '~/paraglide/messages.js'
import { AvatarForm } from './AvatarForm.tsx'
import { ChangeOrder, ReceiptNote } from './ChangeOrder.tsx'
import type { PaymentData } from './loadPayment.ts'
import { Methods } from './Methods.tsx'
import { PaymentFailure } from './PaymentFailure.tsx'
import { PaymentSummary } from './PaymentSummary.tsx'
import { PromoForm, PromoOffForm } from './PromoForm.tsx'
import { ProofForm } from './ProofForm.tsx'
import { ProviderForm } from './ProviderForm.tsx'
import { useDismissedErrors, useSavedLocalOrder } from './payPageEffects.ts'
import type { PayActionResult } from './payRequest.ts'
import { type PayPageState, usePayPage } from './usePayPage.ts'

export const payForm = 'pay'

interface PayPageProps {
	loaded: PaymentData
	/** The access token had expired when the page was rendered: the visitor may still be the owner. */
	isUnsure: boolean
	/** The last attempt to reload it failed. */
	isStale: boolean
	/** The answer to a form sent without scripts. */
	acted?: PayActionResult
}

export function PayPage({ loaded, isUnsure, isStale, acted }: PayPageProps) {
	const { order, promo, choices, at } = loaded
	const state = usePayPage(loaded, acted)
	const { fetcher, isGoing, isFree, started, elsewhere, needsAvatar, result } = state
	const { isOwner, toPay, total } = order
	useLiveOrder(order)
	useSavedLocalOrder(order)
	useDismissedErrors()
	const needsProof = (result?.refused?.needsProof || acted?.proof !== undefined) && total !== toPay && !isGoing
	const isWaiting = started !== null || elsewhere !== null
	const button = !isGoing && !needsAvatar && <PayButton state={state} />
	return (
		<div className="grid grid-cols-1 items-start gap-x-8 gap-y-6 lg:grid-cols-[400px_minmax(0,1fr)]">
			<aside className="grid grid-cols-1 gap-4 lg:sticky lg:top-5">
				<PaymentSummary order={order} promo={promo} method={isFree ? undefined : state.method} charge={state.charge} />
				<PromoOffForm order={order} />
				{!isGoing && isOwner && <PromoForm order={order} sent={acted?.promo} />}
				{!isWaiting && isOwner && <ChangeOrder order={order} choices={choices} sent={acted?.change} />}
			</aside>
			<div className="grid grid-cols-1 gap-6 lg:col-start-2">
				{needsProof && <ProofForm order={order} sent={acted?.proof} />}
				<fetcher.Form id={payForm} method="post" noValidate>
					<ConnectionNote isStale={isStale} />
					<h1 className="head text-2xl">{m['pay_page.heading']()}</h1>
					{order.expiresAt && (
						<p className="mt-1.5 text-muted">
							{m['pay_page.held']()}{' '}
							<Deadline until={order.expiresAt} from={at} since={order.created} className="font-bold text-fore" />
						</p>
					)}
					{!isWaiting && isOwner && order.email && <ReceiptNote email={order.email} />}
					{!isOwner && !isUnsure && <ByLink order={order} />}
					<PaymentFailure
						event={failureOf(order, isWaiting || needsProof)}
						refused={needsProof ? undefined : (generalProblem(state.refused) ?? result?.failed)}
					/>
					{!needsAvatar && <Methods loaded={loaded} state={state} />}
				</fetcher.Form>
				{started?.scenario.type === 'form' && <ProviderForm scenario={started.scenario} isFresh={state.isFresh} />}
				{needsAvatar && <AvatarForm order={order} sent={acted?.avatar} />}
				{/* Under the choice it belongs to, and in sight while that is long. */}
				{button && <div className="sticky bottom-5 z-1 hidden max-w-100 lg:block">{button}</div>}
			</div>
			{button && (
				<div className="sticky bottom-0 z-45 -mx-4 border-t border-line bg-dusk px-4 pt-2.5 pb-[calc(10px+env(safe-area-inset-bottom))] md:-mx-6 md:px-6 lg:hidden">
					{button}
				</div>
			)}
		</div>
	)
}

/** How the last payment ended; of one that goes on, only that not all of it has come. */
function failureOf(order: OrderView, isBusy: boolean | undefined) {
	const { state, event } = lastPayment(order)
	return isBusy && state !== 'part' ? undefined : event
}

/** What is wrong with a field is said at the field. */
function generalProblem(refused: PayActionResult['refused']): string | undefined {
	return refused?.email || refused?.phone ? undefined : refused?.detail
}

function PayButton({ state: { method, charge, blocker, isFree, isBusy, hydrated } }: { state: PayPageState }) {
	const total = charge && formatMoney(charge.amount, charge.code, { exact: true })
	// Without scripts the sum would not follow the choice.
	const label = isFree
		? m['pay_page.take_free']()
		: hydrated && total
			? m['pay_page.pay']({ total })
			: m['pay_page.pay_plain']()
	return (
		<Button
			type="submit"
			form={payForm}
			name="intent"
			value="pay"
			look="lamp"
			wide
			busy={isBusy}
			disabled={!method || blocker !== null}
			data-keeps
		>
			<span className="in-data-waiting:hidden">{label}</span>
			<span className="hidden in-data-waiting:inline">{m['pay_page.pay_waiting']()}</span>
		</Button>
	)
}

/** The visitor has only the link: they may pay, and the owner sees how to get more. */
function ByLink({ order: { hash } }: { order: OrderView }) {
	return (
		<p className="card mt-4 p-4 text-sm text-muted">
			{m['pay_page.by_link']()}{' '}
			<Link to={href('/ru/orders/:hash/details', { hash })} className="text-fore underline underline-offset-3">
				{m['pay_page.by_link_owner']()}
			</Link>
		</p>
	)
}
