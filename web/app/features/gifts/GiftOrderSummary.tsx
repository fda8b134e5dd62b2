import { formatDiscount } from '@larek/shared/money.ts'
import { type FormEvent, Suspense, useEffect, useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import { Button } from '~/components/Button.tsx'
import { EmailField } from '~/components/EmailField.tsx'
import { PaperCard, PaperRow, PaperTotal } from '~/components/PaperCard.tsx'
import { isEmail } from '~/entities/cart/cart.ts'
import { promoPercent } from '~/entities/cart/promo.ts'
import { activation, regionName, typeName } from '~/entities/catalog/giftNames.ts'
import { useSignedIn } from '~/entities/session/signedInState.ts'
import { useUser } from '~/entities/session/user.ts'
import { lazyPart } from '~/lib/lazyPart.ts'
import { useMarket } from '~/lib/market.ts'
import { priceTotals } from '~/lib/priceTotals.ts'
import { m } from '~/paraglide/messages.js'
import type { GiftData } from './detail.server.ts'
import type { GiftFormResult } from './submitGiftOrder.ts'

// The sheet is wanted with the first press of «Купить».
const GiftSheet = lazyPart(() => import('./GiftSheet.tsx'), { ahead: true })

interface GiftOrderProps {
	gift: GiftData
	/** What the action returned for a form sent without scripts. */
	sent?: GiftFormResult
}

/** The sum, where to send the key, and the one button: beside on a desktop, under a thumb on a phone. */
export function GiftOrderSummary({ gift, sent: posted }: GiftOrderProps) {
	const fetcher = useFetcher<GiftFormResult>()
	const sent = fetcher.data ?? posted
	const isSignedIn = useSignedIn()
	const market = useMarket()
	const code = useUser()?.activePromoCode
	const percent = promoPercent(code, { giftId: gift.id })
	const totals = priceTotals(gift, market, percent)
	const busy = fetcher.state !== 'idle'
	const { field, error, onChange } = useEmailField(sent)
	const buy = gift.isAvailable
		? ({ look: 'lamp', busy, children: m['gift_page.buy']() } as const)
		: { disabled: true, children: m['gift_page.closed']() }
	const form = useRef<HTMLFormElement>(null)
	const [email, setEmail] = useState<string>()
	const isOpen = email !== undefined && !error
	function onSubmit(event: FormEvent<HTMLFormElement>) {
		const typed = String(new FormData(event.currentTarget).get('email') ?? '').trim()
		// What is wrong with it is said at the field.
		if (!isSignedIn && !isEmail(typed)) return setEmail(undefined)
		event.preventDefault()
		onChange()
		setEmail(isSignedIn ? '' : typed)
	}
	return (
		<fetcher.Form ref={form} method="post" noValidate onSubmit={onSubmit}>
			<PaperCard title={m['gift_page.receipt']()} aside={typeName(gift.type)} subtitle={activation(gift.region)}>
				<PaperRow value={totals.full}>{gift.title}</PaperRow>
				{totals.discount && (
					<PaperRow tone="good" value={totals.discount}>
						{m['gift_page.receipt_discount']({ percent: formatDiscount(gift.discountPercent).slice(1) })}
					</PaperRow>
				)}
				{totals.promo && code && (
					<PaperRow tone="good" value={totals.promo}>
						{m['order_form.receipt_promo']({ code: code.code })}
					</PaperRow>
				)}
				{totals.fee && (
					<PaperRow tone="soft" value={totals.fee.sum}>
						{m['pay_page.fee_row']({ fee: totals.fee.terms })}
					</PaperRow>
				)}
				<PaperTotal value={totals.total}>{m['gift_page.total']()}</PaperTotal>
			</PaperCard>
			{sent?.detail && !isOpen && (
				<p role="alert" className="card mt-4 border-coral/60 p-4">
					{sent.detail}
				</p>
			)}
			{!isSignedIn && gift.isAvailable && (
				<EmailField
					ref={field}
					id="gift-email"
					name="email"
					hint={m['order_form.email_hint']()}
					error={error}
					defaultValue={posted?.email}
					// Without scripts this is how the buyer gets to the field, which is far below on a phone.
					autoFocus={posted?.error !== undefined}
					onChange={onChange}
					className="guest-only relative mt-4"
				/>
			)}
			<div className="relative mt-4 hidden md:block">
				<Button type="submit" {...buy} wide />
			</div>
			<p className="mt-3 text-center text-sm text-muted">
				{gift.isAvailable ? m['gift_page.refund']() : m['gift_page.closed_note']()}
			</p>
			{/* Over the shop's own bar. */}
			<div className="fixed inset-x-0 bottom-0 z-50 flex items-center gap-4 border-t border-line bg-dusk px-4 pt-2.5 pb-[calc(10px+env(safe-area-inset-bottom))] md:hidden">
				<p className="min-w-0 flex-1">
					<b className="block text-lg leading-tight whitespace-nowrap">{totals.total}</b>
					<span className="block text-xs leading-tight text-muted">{regionName(gift.region)}</span>
				</p>
				<Button type="submit" {...buy} className="shrink-0 px-4!" />
			</div>
			{isOpen && (
				<Suspense fallback={null}>
					<GiftSheet
						gift={gift}
						email={email}
						totals={totals}
						failure={sent?.detail}
						busy={busy}
						onGo={() => busy || fetcher.submit(form.current, { method: 'post' })}
						onClose={() => busy || setEmail(undefined)}
					/>
				</Suspense>
			)}
		</fetcher.Form>
	)
}

/** The sentence under the email until it is changed; each new one brings the keyboard to the field. */
function useEmailField(sent: GiftFormResult | undefined) {
	const field = useRef<HTMLInputElement>(null)
	const [seen, setSeen] = useState<GiftFormResult>()
	const error = sent === seen ? undefined : sent?.error
	useEffect(() => {
		if (!sent?.error) return
		field.current?.scrollIntoView({ block: 'center' })
		field.current?.focus({ preventScroll: true })
	}, [sent])
	return { field, error, onChange: () => setSeen(sent) }
}
