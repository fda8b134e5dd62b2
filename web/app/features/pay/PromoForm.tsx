import { ChevronDown } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Form, useFetcher } from 'react-router'
import { Button } from '~/components/Button.tsx'
import { CodeInput } from '~/components/CodeInput.tsx'
import { FormError } from '~/components/FormError.tsx'
import type { OrderView } from '~/entities/order/orderView.ts'
import { m } from '~/paraglide/messages.js'
import { PayFields } from './PayFields.tsx'
import type { PayActionResult } from './payRequest.ts'

interface PromoProps {
	order: OrderView
	/** The answer to a form sent without scripts. */
	sent: PayActionResult['promo']
}

/** Puts a code on the order. The answer comes into sight: on a phone it would be under the bar with the button. */
export function PromoForm({ order, sent }: PromoProps) {
	const fetcher = useFetcher<PayActionResult>()
	const answer = fetcher.data ? fetcher.data.promo : sent
	const error = answer?.error ?? fetcher.data?.failed
	const box = useRef<HTMLDivElement>(null)
	const isOn = order.toPay < order.total
	useEffect(() => {
		if (fetcher.state === 'idle' && fetcher.data) box.current?.scrollIntoView({ block: 'center' })
	}, [fetcher.state, fetcher.data])
	return (
		<div ref={box}>
			<p role="status" className={isOn && fetcher.data && !error ? 'text-center text-sm text-mint' : 'sr-only'}>
				{isOn && fetcher.data && !error && m['pay_page.promo_applied']({ code: answer?.code ?? '' })}
			</p>
			{!isOn && (
				<details className="group" open={answer !== undefined || undefined}>
					<summary className="flex min-h-11 list-none items-center justify-center gap-1.5 rounded-control text-sm text-muted hover:text-fore [&::-webkit-details-marker]:hidden">
						{m['pay_page.promo_ask']()}
						<ChevronDown size={16} aria-hidden="true" className="transition-transform group-open:rotate-180" />
					</summary>
					<fetcher.Form method="post" className="mt-1 flex gap-2.5">
						<PayFields order={order} intent="promo" />
						<CodeInput
							name="code"
							aria-label={m['order_form.step_promo']()}
							error={error}
							aria-describedby="pay-promo-note"
							defaultValue={answer?.code}
						/>
						<Button type="submit" size="small" className="min-h-12" busy={fetcher.state === 'submitting'}>
							{m['order_form.promo_apply']()}
						</Button>
					</fetcher.Form>
					<FormError id="pay-promo-note" className="mt-2">
						{error}
					</FormError>
				</details>
			)}
		</div>
	)
}

const off = 'promo-off'

/** Is inside the receipt; its form is elsewhere, because a row cannot contain one. */
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

export function PromoOffForm({ order }: { order: OrderView }) {
	return (
		<Form id={off} method="post" replace preventScrollReset>
			<PayFields order={order} intent="promo-off" />
		</Form>
	)
}
