import { ChevronDown } from 'lucide-react'
import { Form, useFetcher } from 'react-router'
import { Button } from '~/components/Button.tsx'
import { m } from '~/paraglide/messages.js'
import type { Acted } from './paymentSession.ts'

/** Sent to the page's own action: it puts the code on the order, and the page comes back with the new sum. */
export function PromoForm({ sent }: { sent: Acted['promo'] }) {
	const fetcher = useFetcher<Acted>()
	const told = fetcher.data ? fetcher.data.promo : sent
	return (
		<details className="group" open={told !== undefined}>
			<summary className="flex min-h-11 list-none items-center justify-center gap-1.5 rounded-control text-sm text-muted hover:text-fore [&::-webkit-details-marker]:hidden">
				{m['pay_page.promo_ask']()}
				<ChevronDown size={16} aria-hidden="true" className="transition-transform group-open:rotate-180" />
			</summary>
			<fetcher.Form method="post" className="mt-1 flex gap-2.5">
				<input type="hidden" name="intent" value="promo" />
				<input
					name="code"
					aria-label={m['order_form.step_promo']()}
					aria-invalid={told ? true : undefined}
					aria-describedby="pay-promo-note"
					defaultValue={sent?.code}
					autoComplete="off"
					autoCapitalize="characters"
					spellCheck={false}
					maxLength={64}
					className="control min-w-0 flex-1"
				/>
				<Button type="submit" size="small" className="min-h-12" busy={fetcher.state !== 'idle'}>
					{m['order_form.promo_apply']()}
				</Button>
			</fetcher.Form>
			<p id="pay-promo-note" role="alert" className={told ? 'mt-2 text-sm text-coral' : 'sr-only'}>
				{told?.error}
			</p>
		</details>
	)
}

const off = 'promo-off'

/** Stands inside the receipt; its form is elsewhere, because a row is no place for one. */
export function PromoOff() {
	return (
		<button
			type="submit"
			form={off}
			className="-my-3 min-h-11 px-2 text-sm text-ink-soft underline underline-offset-3 hover:text-ink"
		>
			{m['pay_page.promo_off']()}
		</button>
	)
}

export function PromoOffForm() {
	return (
		<Form id={off} method="post" replace preventScrollReset>
			<input type="hidden" name="intent" value="promo-off" />
		</Form>
	)
}
