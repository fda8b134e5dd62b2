import { Field } from '~/components/Field.tsx'
import { m } from '~/paraglide/messages.js'
import { fieldName } from './fields.ts'
import { freeMethod } from './methods.ts'

/** What stands in place of the ways to pay when there is nothing to pay. */
export function FreeOrder({ email, error }: { email: string | null; error?: string }) {
	return (
		<section className="card mt-5 grid gap-4 p-5">
			<input type="hidden" name="method" value={freeMethod.name} />
			<p className="text-lg font-bold">{m['pay_page.free_total']()}</p>
			<p className="text-muted">{m['pay_page.free_note']()}</p>
			{!email && (
				<Field
					name={fieldName('email', freeMethod.name)}
					type="email"
					label={m['order_form.email']()}
					hint={m['pay_page.email_hint']()}
					error={error}
					autoComplete="email"
					inputMode="email"
					maxLength={254}
				/>
			)}
		</section>
	)
}
