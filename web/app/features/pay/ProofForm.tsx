import { useFetcher } from 'react-router'
import { Button } from '~/components/Button.tsx'
import { m } from '~/paraglide/messages.js'
import type { Acted } from './paymentSession.ts'

/** Asks for the code of the letter that proves a guest's address: a discount on a first order needs it. */
export function ProofForm({ email, sent }: { email: string | null; sent: Acted['proof'] }) {
	const fetcher = useFetcher<Acted>()
	const told = fetcher.data ? fetcher.data.proof : sent
	if (told?.isDone) {
		return (
			<p role="status" className="card mt-4 p-4 font-semibold text-mint">
				{m['pay_page.proof_done']()}
			</p>
		)
	}
	return (
		<section aria-labelledby="proof" className="card mt-4 grid gap-3 p-4">
			<h2 id="proof" className="text-lg">
				{m['pay_page.proof_title']()}
			</h2>
			<p className="text-muted">{m['pay_page.proof_text']({ email: email ?? '' })}</p>
			<fetcher.Form method="post" className="flex flex-wrap gap-2.5">
				<input type="hidden" name="intent" value="proof" />
				<input
					name="code"
					aria-label={m['pay_page.proof_code']()}
					placeholder="ABCD-1234"
					aria-invalid={told?.error ? true : undefined}
					aria-describedby="proof-note"
					autoComplete="one-time-code"
					autoCapitalize="characters"
					spellCheck={false}
					maxLength={16}
					className="control min-w-0 flex-[1_1_180px]"
				/>
				<Button type="submit" size="small" className="min-h-12" busy={fetcher.state !== 'idle'}>
					{m['pay_page.proof_go']()}
				</Button>
			</fetcher.Form>
			<p id="proof-note" role="alert" className={told?.error ? 'text-sm text-coral' : 'sr-only'}>
				{told?.error}
			</p>
			<p className="text-sm text-muted">{m['pay_page.proof_else']()}</p>
		</section>
	)
}
