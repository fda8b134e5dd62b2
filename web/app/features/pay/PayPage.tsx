import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { Button } from '~/components/Button.tsx'
import { Countdown } from '~/components/Countdown.tsx'
import { notify } from '~/components/toast/toasts.ts'
import { rememberOrder } from '~/entities/order/localOrders.ts'
import type { OrderView } from '~/entities/order/orderView.ts'
import { useOrder } from '~/entities/order/useOrder.ts'
import { formatMoney } from '~/lib/money.ts'
import { useHydrated, useSecond } from '~/lib/now.ts'
import { m } from '~/paraglide/messages.js'
import { FreeOrder } from './FreeOrder.tsx'
import { asked, fieldName, fieldProblem, plainPhone } from './fields.ts'
import type { loadPayment } from './load.server.ts'
import { MethodList } from './MethodList.tsx'
import { barOf, charge, firstMethod, freeMethod, methodsOf, outsideOnly } from './methods.ts'
import { Trouble } from './PaymentFailure.tsx'
import { PayReceipt } from './PayReceipt.tsx'
import { PromoForm, PromoOffForm } from './PromoForm.tsx'
import { ProofForm } from './ProofForm.tsx'
import { type Acted, lastPaymentEvent, openQuote } from './paymentSession.ts'
import { Resume } from './ResumePayment.tsx'
import { Scenario } from './Scenario.tsx'
import { useBalance } from './useBalance.ts'
import { useStarted } from './useStartedPayment.ts'

/** Somebody has come by a link alone: they may pay, and the owner sees how to get more. */
function ByLink({ order }: { order: OrderView }) {
	return (
		<p className="card mt-4 p-4 text-sm text-muted">
			{m['pay_page.by_link']()}{' '}
			<Link to={`/ru/orders/${order.hash}/details`} className="text-fore underline underline-offset-3">
				{m['pay_page.by_link_owner']()}
			</Link>
		</p>
	)
}

type Loaded = Awaited<ReturnType<typeof loadPayment>>

const form = 'pay'

export function PayPage({ loaded, acted }: { loaded: Loaded; acted?: Acted }) {
	const { promo, at } = loaded
	const { order, refresh } = useOrder(loaded.order)
	const { id, hash, toPay, goods, created, isOwner } = order
	/** A payer by link leaves an address of their own, for the receipt of this payment. */
	const email = isOwner ? order.email : null
	// A balance is spent by the owner alone.
	const groups = isOwner ? loaded.groups : loaded.groups && outsideOnly(loaded.groups)
	const gameId = order.again?.gameId
	const navigate = useNavigate()
	const now = useSecond(at)
	const hydrated = useHydrated()
	const balance = useBalance()
	const { started, isFresh, begin, leave, left } = useStarted(order, acted?.started)
	const [picked, pick] = useState(acted?.refused?.method)
	const [errors, setErrors] = useState<{ email?: string; phone?: string }>(acted?.refused ?? {})
	const [busy, setBusy] = useState(false)
	const [needsProof, setNeedsProof] = useState(Boolean(acted?.refused?.needsProof || acted?.proof))
	const panel = useRef<HTMLHeadingElement>(null)

	const quote = openQuote(order, now)
	/** A payment begun in another tab or browser: nobody here knows what the buyer was told to do. */
	const elsewhere = !started && quote && quote.paymentId !== left ? quote : null
	const isFree = toPay === 0
	const name = isFree
		? freeMethod.name
		: (picked ?? started?.method ?? elsewhere?.method ?? firstMethod(groups ?? [], toPay)?.name)
	const method = isFree ? freeMethod : methodsOf(groups ?? []).find((one) => one.name === name)
	const costs = method && charge(toPay, method)
	const isGoing = name !== undefined && (started ?? elsewhere)?.method === name
	const bar = method && barOf(toPay, method, balance)

	useEffect(() => {
		if (isOwner) rememberOrder({ id, hash, title: goods.title, at: Date.parse(created), gameId })
	}, [id, hash, goods.title, created, gameId, isOwner])
	useEffect(() => {
		if (!order.isPaymentActive) navigate(`/ru/orders/${hash}/details`, { replace: true })
	}, [order.isPaymentActive, hash, navigate])
	useEffect(() => {
		if (!isFresh) return
		panel.current?.focus({ preventScroll: true })
		panel.current?.closest('section')?.scrollIntoView({ block: 'center' })
	}, [isFresh])

	async function onSubmit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault()
		if (busy || !method) return
		const sent = new FormData(event.currentTarget)
		const value = (field: 'email' | 'phone') => {
			const text = String(sent.get(fieldName(field, method.name)) ?? '').trim()
			return field === 'phone' ? plainPhone(text) : text
		}
		const fields = asked(method, email)
		const wrong = Object.fromEntries(fields.map((field) => [field, fieldProblem(field, value(field))]))
		setErrors(wrong)
		const first = fields.find((field) => wrong[field])
		if (first)
			return event.currentTarget.querySelector<HTMLElement>(`[name="${fieldName(first, method.name)}"]`)?.focus()
		setBusy(true)
		try {
			const { startHere } = await import('./startPayment.client.ts')
			const given = Object.fromEntries(fields.map((field) => [field, value(field)]))
			const answer = await startHere({ order, method, ...given })
			if (answer.refused) {
				setErrors(answer.refused)
				setNeedsProof(answer.refused.needsProof === true)
				if (!answer.refused.needsProof) notify('error', answer.refused.detail)
			}
			if (answer.started) begin(answer.started)
			refresh()
		} catch {
			notify('error', m['pay_page.failed']())
		} finally {
			setBusy(false)
		}
	}
	function choose(chosen: string) {
		pick(chosen)
		setErrors({})
	}
	function other() {
		leave(quote?.paymentId)
		const going = started?.method ?? elsewhere?.method ?? ''
		if (isOwner)
			import('~/entities/order/orderApi.client.ts')
				.then(({ stopPayment }) => stopPayment(id, hash, going))
				.then(refresh, () => {})
		pick(name)
		document.querySelector<HTMLElement>(`#${form} input[name=method]:checked`)?.focus()
	}

	const total = costs && formatMoney(costs.amount, costs.code, { exact: true })
	// Without scripts the sum would not follow the choice.
	const label = isFree
		? m['pay_page.take_free']()
		: hydrated && total
			? m['pay_page.pay']({ total })
			: m['pay_page.pay_plain']()
	const button = (
		<Button type="submit" form={form} look="lamp" wide busy={busy} disabled={!method || bar !== null}>
			{label}
		</Button>
	)
	const going = started ? (
		<Scenario ref={panel} scenario={started.scenario} isFresh={isFresh} from={at} onOther={other} />
	) : (
		elsewhere && <Resume quote={elsewhere} page={loaded.paymentPage} from={at} onOther={other} />
	)
	return (
		<div className="grid grid-cols-1 items-start gap-x-8 gap-y-6 lg:grid-cols-[400px_minmax(0,1fr)]">
			<aside className="grid gap-4 lg:sticky lg:top-5 lg:row-span-2">
				<PayReceipt order={order} promo={promo} method={isFree ? undefined : method} charge={costs} />
				<PromoOffForm />
				{!isGoing && <div className="relative hidden lg:block">{button}</div>}
				{!isGoing && isOwner && order.total === toPay && <PromoForm sent={acted?.promo} />}
			</aside>
			{needsProof && order.total !== toPay && !isGoing && (
				<div className="lg:col-start-2">
					<ProofForm email={order.email} sent={acted?.proof} />
				</div>
			)}
			<form id={form} method="post" noValidate onSubmit={onSubmit} className="lg:col-start-2">
				<h1 className="head text-2xl">{m['pay_page.heading']()}</h1>
				{order.expiresAt && (
					<p className="mt-1.5 text-muted">
						{m['pay_page.held']()} <Countdown until={order.expiresAt} from={at} className="font-bold text-fore" />
					</p>
				)}
				{!isOwner && !(loaded.isUnsure && order === loaded.order) && <ByLink order={order} />}
				{!going && !needsProof && <Trouble event={lastPaymentEvent(order)} refused={acted?.refused?.detail} />}
				{isFree ? (
					(isGoing && going) || <FreeOrder email={order.email} error={errors.email} />
				) : groups && groups.length > 0 ? (
					<MethodList
						{...{ groups, toPay, balance, errors }}
						email={email}
						chosen={name}
						onChoose={choose}
						panel={isGoing && going}
					/>
				) : (
					<p className="card mt-5 p-5">{m['pay_page.no_methods']()}</p>
				)}
			</form>
			{!isGoing && (
				<div className="sticky bottom-0 z-45 -mx-4 border-t border-line bg-dusk px-4 pt-2.5 pb-[calc(10px+env(safe-area-inset-bottom))] md:-mx-6 md:px-6 lg:hidden">
					{button}
				</div>
			)}
		</div>
	)
}
