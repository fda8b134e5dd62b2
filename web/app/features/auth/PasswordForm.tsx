import { Form, useNavigation } from 'react-router'
import { Button } from '~/components/Button.tsx'
import { Field } from '~/components/Field.tsx'
import { FormError } from '~/components/FormError.tsx'
import { m } from '~/paraglide/messages.js'
import type { PasswordResult } from './submitPassword.ts'

interface PasswordFormProps {
	back: string
	sent: PasswordResult | undefined
}

/** For accounts the operator has created: they have no sign-in provider. */
export function PasswordForm({ back, sent }: PasswordFormProps) {
	const isBusy = useNavigation().state !== 'idle'
	const refused = sent && 'errors' in sent ? sent : undefined
	return (
		<Form method="post" replace noValidate className="grid gap-4">
			<input type="hidden" name="back" value={back} />
			<Field
				type="email"
				name="email"
				label={m['auth.email']()}
				defaultValue={refused?.email}
				error={refused?.errors.email}
				autoComplete="username"
				inputMode="email"
				maxLength={254}
			/>
			<Field
				type="password"
				name="password"
				label={m['auth.password']()}
				error={refused?.errors.password}
				autoComplete="current-password"
				maxLength={256}
			/>
			{refused?.needsOtp && (
				<Field
					name="otp"
					label={m['auth.otp']()}
					hint={m['auth.otp_hint']()}
					error={refused.errors.otp}
					autoComplete="one-time-code"
					inputMode="numeric"
					maxLength={7}
				/>
			)}
			<FormError>{refused?.errors.form}</FormError>
			<Button type="submit" look="lamp" wide busy={isBusy}>
				{m['auth.password_enter']()}
			</Button>
		</Form>
	)
}
