import { Button } from '~/components/Button.tsx'
import { notify } from '~/features/notice/notices.ts'
import { m } from '~/paraglide/messages.js'
import type { Fields } from './fields.ts'

export function PromoField({ fields }: { fields: Fields }) {
	const { error: _, ...input } = fields.field('promo')
	const isEmpty = !fields.draft.promo?.trim()
	const apply = () => notify('warning', isEmpty ? m['order_form.promo_empty']() : m['order_form.promo_soon']())
	return (
		<div className="flex gap-2.5">
			<input
				{...input}
				aria-label={m['order_form.step_promo']()}
				autoComplete="off"
				autoCapitalize="characters"
				spellCheck={false}
				maxLength={64}
				className="control min-w-0 flex-1"
				// Enter is for the code here, not for the whole order.
				onKeyDown={(event) => {
					if (event.key !== 'Enter') return
					event.preventDefault()
					apply()
				}}
			/>
			<Button onClick={apply} size="small" className="min-h-12">
				{m['order_form.promo_apply']()}
			</Button>
		</div>
	)
}
