import { useFetcher } from 'react-router'
import { Button } from '~/components/Button.tsx'
import { CodeInput } from '~/components/CodeInput.tsx'
import { FormError } from '~/components/FormError.tsx'
import type { OrderView } from '~/entities/order/orderView.ts'
import { m } from '~/paraglide/messages.js'
import { PayFields } from './PayFields.tsx'
import type { PayActionResult } from './payRequest.ts'

/** Asks for the code of the letter that proves a guest's address: a discount on a first order needs it. */
export function ProofForm({ order, sent }: { order: OrderView; sent: PayActionResult['proof'] }) {
	const fetcher = useFetcher<PayActionResult>()
	const answer = fetcher.data ? fetcher.data.proof : sent
	const error = answer?.error ?? fetcher.data?.failed
	if (answer?.isDone) {
		return (
			<p role="status" className="card p-5 font-semibold text-mint">
				{m['pay_page.proof_done']()}
			</p>
		)
	}
	return (
		<section aria-labelledby="proof" className="card grid grid-cols-1 gap-3 p-5">
			<h2 id="proof" className="text-lg">
				{m['pay_page.proof_title']()}
			</h2>
			<p className="break-words text-muted">{m['pay_page.proof_text']({ email: order.email ?? '' })}</p>
			<fetcher.Form method="post" className="flex flex-wrap gap-2.5">
				<PayFields order={order} intent="proof" />
				<CodeInput
					name="code"
					aria-label={m['pay_page.proof_code']()}
					placeholder="ABCD-1234"
					error={error}
					aria-describedby="proof-note"
					autoComplete="one-time-code"
					maxLength={16}
					className="flex-[1_1_180px]"
				/>
				<Button type="submit" size="small" className="min-h-12 max-sm:w-full" busy={fetcher.state !== 'idle'}>
					{m['pay_page.proof_go']()}
				</Button>
			</fetcher.Form>
			<FormError id="proof-note">{error}</FormError>
			<p className="text-sm text-muted">{m['pay_page.proof_else']()}</p>
		</section>
	)
}
