import { EmailField } from '~/components/EmailField.tsx'
import { m } from '~/paraglide/messages.js'
import { fieldName } from './fields.ts'
import { freeMethod } from './methods.ts'

/** Shown instead of the payment methods when there is nothing to pay. */
export function FreeOrder({ email, error }: { email: string | null; error?: string }) {
	return (
		<section className="card mt-5 grid gap-4 p-5">
			<input type="hidden" name="method" value={freeMethod.name} />
			<p className="text-lg font-bold">{m['pay_page.free_total']()}</p>
			<p className="text-muted">{m['pay_page.free_note']()}</p>
			{!email && (
				<EmailField name={fieldName('email', freeMethod.name)} hint={m['pay_page.email_hint']()} error={error} />
			)}
		</section>
	)
}
