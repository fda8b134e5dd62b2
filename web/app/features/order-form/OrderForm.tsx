import { type FormEvent, lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Form } from 'react-router'
import { Button } from '~/components/Button.tsx'
import { Field } from '~/components/Field.tsx'
import { notify } from '~/components/toast/toasts.ts'
import { type Amounts, isEmailRequired, restore } from '~/entities/cart/cart.ts'
import { putAside, useSavedAmounts } from '~/entities/cart/cartStore.ts'
import type { Draft, DraftField } from '~/entities/order/draft.ts'
import { useSignedIn } from '~/entities/session/signedInState.ts'
import { openSignIn } from '~/entities/session/signInSheet.ts'
import { useMarket } from '~/lib/market.ts'
import { formatMoney } from '~/lib/money.ts'
import { m } from '~/paraglide/messages.js'
import { AccountFields } from './AccountFields.tsx'
import { accountFacts } from './confirmationRows.ts'
import type { Refusals } from './createOrder.ts'
import { Step } from './FormStep.tsx'
import { type Fields, fieldId } from './fields.ts'
import type { OrderGame, Settings } from './game.ts'
import { askFor, errorText } from './labels.ts'
import { Packs } from './ProductPicker.tsx'
import { receiptOf, steamReceipt } from './receipt.ts'
import { Summary } from './Summary.tsx'
import { parseSum, steamLimits, walletGets } from './steam.ts'
import { useCreate } from './useCreate.ts'
import { useDraft } from './useDraft.ts'
import { useLastOrder } from './useLastOrder.ts'
import { type Place, problemsOf } from './validation.ts'

const LotSteps = lazy(() => import('./LotSteps.tsx'))
const ConfirmSheet = lazy(() => import('./ConfirmSheet.tsx'))
// Neither is touched first, and one kind of game has the sum.
const PromoField = lazy(() => import('./PromoField.tsx'))
const SteamAmount = lazy(() => import('./SteamAmount.tsx'))
const LastSlip = lazy(() => import('./RepeatOrderCard.tsx'))

interface OrderFormProps {
	game: OrderGame
	settings: Settings
	/** What came with a form sent without scripts. */
	sent?: { draft: Draft; amounts: Amounts; refusals?: Refusals; detail?: string }
}

export function OrderForm({ game, settings, sent }: OrderFormProps) {
	const form = useRef<HTMLFormElement>(null)
	const { currency } = useMarket()
	const isSignedIn = useSignedIn()
	const saved = useSavedAmounts(game.id)
	const amounts = restore(saved ?? sent?.amounts, game)
	const { draft, set, fill } = useDraft(game.id, sent?.draft ?? {}, form)
	const last = useLastOrder(game, isSignedIn, (fields) => fill(onlyMissing(fields, draft)))
	const [asked, setAsked] = useState(sent !== undefined)
	const [visited, setVisited] = useState<DraftField[]>([])
	const [confirming, setConfirming] = useState(false)
	const { busy, refusals, create, forget } = useCreate(game, sent?.refusals)

	const refusedAt = useRef<Place>(undefined)
	// Once the sheet is gone, because it gives the focus back to where it was.
	useEffect(() => {
		if (confirming || !refusedAt.current) return
		goTo(form.current, refusedAt.current)
		refusedAt.current = undefined
	}, [confirming])

	const isSteam = game.resourcetype === 'Steam'
	const limits = steamLimits(game, settings.steam)
	const problems = problemsOf({ game, draft, amounts, isSignedIn, limits })
	const [first] = problems
	const sum = isSteam ? parseSum(draft.steamAmount ?? '') : null
	const sums = isSteam ? steamReceipt(sum, m['order_form.steam_row'](), currency) : receiptOf(game, amounts, currency)
	const withEmail = isEmailRequired(game, isSignedIn)
	const label = first ? askFor(first) : m['order_form.ready']()
	const total = formatMoney(sums.total, currency.code, { exact: true })

	/** A missing answer is told only when the button was pressed, a wrong one as soon as the field is left. */
	function errorAt(place: Place): string | undefined {
		const problem = problems.find((one) => one.place === place)
		if (!problem) return refusals[place]
		const isTime = asked || (problem.why !== 'missing' && visited.includes(place as DraftField))
		return isTime ? errorText(problem, limits) : undefined
	}
	const fields: Fields = {
		draft,
		set,
		fill,
		error: (name) => errorAt(name as Place),
		field: (name) => ({
			id: fieldId(name),
			name,
			// A part that loads later finds what was typed before.
			defaultValue: draft[name],
			error: errorAt(name as Place),
			onChange: (event) => {
				set(name, event.target.value)
				forget(name as Place)
			},
			onBlur: () => setVisited((before) => (before.includes(name) ? before : [...before, name])),
		}),
	}

	function change(productId: number, amount: number) {
		// The first change makes what came with the page the buyer's own.
		if (!saved) for (const [id, old] of Object.entries(amounts)) if (old > 0) putAside(game.id, Number(id), old)
		putAside(game.id, productId, amount)
		forget('packs')
	}
	async function onGo() {
		const refused = await create({ draft, amounts, withEmail })
		refusedAt.current = (Object.keys(refused ?? {}) as Place[])[0]
		setConfirming(false)
	}
	function onSubmit(event: FormEvent) {
		event.preventDefault()
		if (!first) return setConfirming(true)
		setAsked(true)
		if (first.place === 'closed') return notify('warning', m['order_form.closed_text']())
		if (first.place === 'signIn') return openSignIn()
		goTo(form.current, first.place)
	}

	const delivery = game.resourcetype === 'PUBGGame' || game.resourcetype === 'Game'
	let step = 0
	return (
		<Form ref={form} method="post" encType="multipart/form-data" noValidate onSubmit={onSubmit}>
			{sent?.detail && (
				<p role="alert" className="card mb-4 border-coral/60 p-4 md:p-5">
					{sent.detail}
				</p>
			)}
			<div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_372px] lg:gap-7">
				<div className="grid gap-4">
					<Step
						number={++step}
						title={isSteam ? m['order_form.step_amount']() : m['order_form.step_packs_plain']()}
						error={errorAt('packs')}
					>
						{isSteam ? (
							<Suspense fallback={null}>
								<SteamAmount game={game} terms={settings.steam} limits={limits} fields={fields} />
							</Suspense>
						) : (
							<Packs game={game} amounts={amounts} onAmount={change} />
						)}
					</Step>
					<Step number={++step} title={delivery ? m['order_form.step_contact']() : m['order_form.step_delivery']()}>
						{delivery && game.idHint && <p className="mb-4 max-w-[68ch] text-sm text-muted">{game.idHint}</p>}
						<div className="grid gap-4 md:grid-cols-2">
							<AccountFields game={game} fields={fields} last={last} />
							{withEmail && (
								<Field
									{...fields.field('email')}
									type="email"
									label={m['order_form.email']()}
									hint={m['order_form.email_hint']()}
									autoComplete="email"
									inputMode="email"
									maxLength={254}
								/>
							)}
						</div>
						{game.isAuthRequired && !isSignedIn && (
							<p className="mt-4 text-sm text-sky">{m['order_form.sign_in_note']()}</p>
						)}
					</Step>
					{game.resourcetype === 'StandoffGame' && (
						<Step number={++step} title={m['order_form.step_lot']()}>
							<Suspense fallback={null}>
								<LotSteps packs={game.products} amounts={amounts} terms={settings.standoff} />
							</Suspense>
						</Step>
					)}
					<Step number={++step} title={m['order_form.step_promo']()}>
						<Suspense fallback={null}>
							<PromoField fields={fields} gameId={game.id} />
						</Suspense>
					</Step>
				</div>
				<aside className="grid gap-4 lg:sticky lg:top-5">
					<Summary
						sums={sums}
						aside={game.title}
						subtitle={accountFacts(game, draft)
							.map(({ value }) => value)
							.join(' · ')}
						wallet={sum && settings.steam ? walletGets(sum, settings.steam) : undefined}
					/>
					{/* Above the shadow of the paper. */}
					<div className="relative hidden lg:block">
						<Button type="submit" look="lamp" wide>
							{label}
						</Button>
					</div>
					<p className="text-center text-sm text-muted">{m['order_form.promise']()}</p>
				</aside>
			</div>
			{/* Over the bar of the shop while the form is in sight. */}
			<div className="sticky bottom-0 z-45 -mx-4 mt-5 flex items-center gap-4 border-t border-line bg-dusk px-4 pt-2.5 pb-[calc(10px+env(safe-area-inset-bottom))] md:-mx-6 md:px-6 lg:hidden">
				<span className="grid">
					<span className="text-xs text-muted">{m['order_form.receipt_total']()}</span>
					<b className="text-lg whitespace-nowrap">{total}</b>
				</span>
				<Button type="submit" look="lamp" className="min-w-0 flex-1 px-3">
					{first ? label : m['order_form.ready_short']()}
				</Button>
			</div>
			{last?.recent && game.isActive && (
				<Suspense fallback={null}>
					<LastSlip order={last.recent} onFill={fill} />
				</Suspense>
			)}
			{confirming && (
				<Suspense fallback={null}>
					<ConfirmSheet
						game={game}
						draft={draft}
						sums={sums}
						withEmail={withEmail}
						avatar={draft.gameAvatar || last?.avatar?.picture}
						total={total}
						busy={busy}
						onGo={onGo}
						onClose={() => busy || setConfirming(false)}
					/>
				</Suspense>
			)}
		</Form>
	)
}

/** What the buyer has not typed yet. */
function onlyMissing(found: Draft, draft: Draft): Draft {
	return Object.fromEntries(Object.entries(found).filter(([name, value]) => value && !draft[name as DraftField]))
}

/** Brings the place into sight and the keyboard to it. */
function goTo(form: HTMLFormElement | null, place: Place) {
	const target =
		place === 'packs'
			? form?.querySelector<HTMLElement>('[data-place=packs] button:not(:disabled)')
			: form?.querySelector<HTMLElement>(`#${fieldId(place as DraftField)}`)
	target?.scrollIntoView({ block: 'center' })
	target?.focus({ preventScroll: true })
}
