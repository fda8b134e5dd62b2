import { Button } from '~/components/Button.tsx'
import { CodeInput } from '~/components/CodeInput.tsx'
import { m } from '~/paraglide/messages.js'
import type { Fields } from './fields.ts'
import { intentField, promoIntent } from './formNames.ts'
import type { PromoState } from './usePromo.ts'

/** Asks what a code takes off; it is put on the order when there is one. */
export function PromoField({ fields, promo }: { fields: Fields; promo: PromoState }) {
	const { error: _, ...input } = fields.field('promo')
	const { preview, percent, code } = promo
	const isGood = preview !== undefined && preview.percent > 0
	const note = preview?.text ?? (percent > 0 ? m['order_form.promo_account']({ code, percent }) : undefined)
	return (
		<>
			<div className="flex gap-2.5">
				<CodeInput
					{...input}
					aria-label={m['order_form.step_promo']()}
					aria-describedby={note && 'order-promo-note'}
					// Enter is for the code here, not for the whole order.
					onKeyDown={(event) => {
						if (event.key !== 'Enter') return
						event.preventDefault()
						promo.apply()
					}}
				/>
				<Button
					type="submit"
					name={intentField}
					value={promoIntent}
					busy={promo.busy}
					size="small"
					className="min-h-12"
				>
					{m['order_form.promo_apply']()}
				</Button>
			</div>
			{/* Scrolled clear of the bar with the button, which covers the end of a phone's screen. */}
			<p
				id="order-promo-note"
				role="status"
				ref={(note) => void (preview && note?.scrollIntoView?.({ block: 'nearest' }))}
				className={note ? `mt-2 scroll-mb-28 text-sm ${isGood || !preview ? 'text-mint' : 'text-coral'}` : 'sr-only'}
			>
				{note}
			</p>
		</>
	)
}
