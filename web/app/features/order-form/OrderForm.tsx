import { formatMoney } from '@larek/shared/money.ts'
import { Suspense } from 'react'
import { Button } from '~/components/Button.tsx'
import { lazyPart } from '~/lib/lazyPart.ts'
import { m } from '~/paraglide/messages.js'
import { accountRows } from './confirmationRows.ts'
import { pendingField } from './formNames.ts'
import { promptFor } from './labels.ts'
import { OrderSteps } from './OrderSteps.tsx'
import { OrderSummary } from './OrderSummary.tsx'
import { PayBar } from './PayBar.tsx'
import { walletGets } from './steam.ts'
import { type OrderFormProps, useOrderForm } from './useOrderForm.ts'

const ConfirmSheet = lazyPart(() => import('./ConfirmSheet.tsx'), { ahead: true })
const RepeatOrderCard = lazyPart(() => import('./RepeatOrderCard.tsx'))

const lit = { type: 'submit', look: 'lamp' } as const
const muted = { type: 'submit', 'aria-disabled': true } as const

/** What is missing. Without scripts nothing is known to be, and the button sends the form. */
function Prompt({ text }: { text: string }) {
	return (
		<>
			<span className="noscript:hidden">{text}</span>
			<noscript>{m['order_form.ready_short']()}</noscript>
		</>
	)
}

export function OrderForm(props: OrderFormProps) {
	const state = useOrderForm(props)
	const { game, settings, draft, last, promo, sheet, sent, sum, totals, charge, currency } = state
	const [first] = state.problems
	const isClosed = !game.isActive
	const prompt = first && promptFor(first)
	const label = prompt ? isClosed ? prompt : <Prompt text={prompt} /> : m['order_form.ready']()
	const total = formatMoney(charge?.amount ?? totals.total, currency.code, { exact: true })
	const wallet = sum && settings.steam ? walletGets(sum, settings.steam) : undefined
	const { Form } = state.fetcher
	const button = isClosed ? muted : lit
	const steps = <OrderSteps state={state} />
	return (
		<Form ref={state.form} method="post" encType="multipart/form-data" noValidate onSubmit={sheet.onSubmit}>
			{/* What Enter presses in a text field; the first button of the form would be the promo code's. */}
			<button type="submit" tabIndex={-1} aria-hidden="true" className="sr-only" />
			{sent?.pending && <input type="hidden" name={pendingField} value={sent.pending} />}
			{sent?.detail && !sheet.isOpen && (
				<p role="alert" className="card mb-4 border-coral/60 p-4 md:p-5">
					{sent.detail}
				</p>
			)}
			<div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_372px] lg:gap-7">
				{isClosed ? (
					<details>
						<summary className="card mb-4 p-4">{m['order_form.closed_form']()}</summary>
						{steps}
					</details>
				) : (
					steps
				)}
				<aside className="grid gap-4 lg:sticky lg:top-5">
					{!isClosed && (
						<OrderSummary
							totals={totals}
							aside={game.title}
							subtitle={accountRows(game, draft)
								.map(({ value }) => value)
								.join(' · ')}
							wallet={wallet}
							promoCode={promo.code}
							currency={currency}
							charge={charge}
						/>
					)}
					{/* Above the shadow of the paper. */}
					<div className="relative hidden lg:block">
						<Button {...button} wide>
							{label}
						</Button>
					</div>
					{!isClosed && <p className="text-center text-sm text-muted">{m['order_form.promise']()}</p>}
				</aside>
			</div>
			<PayBar total={isClosed ? '' : total} label={first ? label : m['order_form.ready_short']()} button={button} />
			{/* Not over a form that is being filled already. */}
			{last?.recent && !isClosed && totals.rubles === 0 && (
				<Suspense fallback={null}>
					<RepeatOrderCard order={last.recent} onFill={state.fill} />
				</Suspense>
			)}
			{sheet.isOpen && (
				<Suspense fallback={null}>
					<ConfirmSheet
						{...{ game, draft, totals, total, charge, wallet }}
						amounts={state.amounts}
						standoff={settings.standoff}
						player={state.player.name}
						withEmail={state.withEmail}
						promoCode={promo.code}
						avatar={draft.gameAvatar || last?.avatar?.picture}
						failure={sent?.detail}
						busy={sheet.busy}
						onGo={sheet.confirm}
						onClose={sheet.close}
					/>
				</Suspense>
			)}
		</Form>
	)
}
