import { useState } from 'react'
import { Button } from '~/components/Button.tsx'
import { notify } from '~/components/toast/toasts.ts'
import { m } from '~/paraglide/messages.js'
import type { Fields } from './fields.ts'

/** Asks what a code is good for; it is put on the order when there is one. */
export default function PromoField({ fields, gameId }: { fields: Fields; gameId: number }) {
	const { error: _, ...input } = fields.field('promo')
	const [busy, setBusy] = useState(false)
	const [told, setTold] = useState<{ text: string; isGood: boolean }>()
	const code = fields.draft.promo?.trim() ?? ''
	async function apply() {
		if (!code) return notify('warning', m['order_form.promo_empty']())
		setBusy(true)
		try {
			const { askPromo } = await import('./previewPromo.ts')
			setTold(await askPromo(code, gameId))
		} catch {
			setTold({ text: m['order_form.failed'](), isGood: false })
		} finally {
			setBusy(false)
		}
	}
	return (
		<>
			<div className="flex gap-2.5">
				<input
					{...input}
					aria-label={m['order_form.step_promo']()}
					aria-describedby={told && 'order-promo-note'}
					autoComplete="off"
					autoCapitalize="characters"
					spellCheck={false}
					maxLength={64}
					className="control min-w-0 flex-1"
					onChange={(event) => {
						input.onChange(event)
						setTold(undefined)
					}}
					// Enter is for the code here, not for the whole order.
					onKeyDown={(event) => {
						if (event.key !== 'Enter') return
						event.preventDefault()
						apply()
					}}
				/>
				<Button onClick={apply} busy={busy} size="small" className="min-h-12">
					{m['order_form.promo_apply']()}
				</Button>
			</div>
			<p
				id="order-promo-note"
				role="status"
				className={told ? `mt-2 text-sm ${told.isGood ? 'text-mint' : 'text-coral'}` : 'sr-only'}
			>
				{told?.text}
			</p>
		</>
	)
}
