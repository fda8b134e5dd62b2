import { Form } from 'react-router'
import { Button } from '~/components/Button.tsx'
import { Field } from '~/components/Field.tsx'
import { Receipt, ReceiptRow, ReceiptTotal } from '~/components/Receipt.tsx'
import { regionName, typeName } from '~/entities/catalog/giftNames.ts'
import { useMarket } from '~/lib/market.ts'
import { formatDiscount } from '~/lib/money.ts'
import { sums } from '~/lib/priceTotals.ts'
import { m } from '~/paraglide/messages.js'
import type { GiftData } from './detail.server.ts'
import { giftForm, type SentGift, useGiftOrder } from './useGiftOrder.ts'

/** The sum, where to send the key, and the one button: beside on a desktop, under a thumb on a phone. */
export function GiftReceipt({ gift, sent }: { gift: GiftData; sent?: SentGift }) {
	const { full, discount, total } = sums(gift, useMarket().currency)
	const { busy, error, isSignedIn, onSubmit, onChange } = useGiftOrder(gift, sent)
	return (
		<Form id={giftForm} method="post" noValidate onSubmit={onSubmit}>
			<Receipt
				title={m['gift_page.receipt']()}
				aside={typeName(gift.type)}
				subtitle={m['gift_page.receipt_region']({ region: regionName(gift.region) })}
			>
				<ReceiptRow value={full}>{gift.title}</ReceiptRow>
				{discount && (
					<ReceiptRow tone="good" value={discount}>
						{m['gift_page.receipt_discount']({ percent: formatDiscount(gift.discountPercent).slice(1) })}
					</ReceiptRow>
				)}
				<ReceiptTotal value={total}>{m['gift_page.total']()}</ReceiptTotal>
				<p className="mt-2 text-sm text-ink-soft">{m['gift_page.fee']()}</p>
			</Receipt>
			{sent?.detail && (
				<p role="alert" className="card mt-4 border-coral/60 p-4">
					{sent.detail}
				</p>
			)}
			{!isSignedIn && (
				<Field
					id="gift-email"
					name="email"
					type="email"
					label={m['order_form.email']()}
					hint={m['order_form.email_hint']()}
					error={error}
					defaultValue={sent?.email}
					onChange={onChange}
					autoComplete="email"
					inputMode="email"
					maxLength={254}
					className="relative mt-4"
				/>
			)}
			<div className="relative mt-4 hidden md:block">
				<Button type="submit" look="lamp" wide busy={busy}>
					{m['gift_page.buy']()}
				</Button>
			</div>
			<p className="mt-3 text-center text-sm text-muted">{m['gift_page.refund']()}</p>
			{/* Over the shop's own bar. */}
			<div className="fixed inset-x-0 bottom-0 z-50 flex items-center gap-4 border-t border-line bg-dusk px-4 pt-2.5 pb-[calc(10px+env(safe-area-inset-bottom))] md:hidden">
				<p className="min-w-0 flex-1">
					<span className="block truncate text-xs text-muted">{regionName(gift.region)}</span>
					<b className="text-lg whitespace-nowrap">{total}</b>
				</p>
				<Button type="submit" look="lamp" busy={busy} className="shrink-0">
					{m['gift_page.buy']()}
				</Button>
			</div>
		</Form>
	)
}
