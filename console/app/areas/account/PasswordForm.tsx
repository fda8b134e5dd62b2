import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { problemSentence } from '~/kit/action.ts'
import { Button } from '~/kit/Button.tsx'
import { Card } from '~/kit/Card.tsx'
import { field, TextField } from '~/kit/fields.tsx'
import { Note } from '~/kit/states.tsx'
import { m } from '~/paraglide/messages.js'
import { useChangePassword } from './queries.ts'

const rules = z.object({
	current: z.string().check(z.minLength(1, { error: () => m['sign_in.required']() })),
	password: z.string().check(z.minLength(12, { error: () => m['invitation.password_hint']() }), z.maxLength(256)),
})

export function PasswordForm() {
	const form = useForm({ resolver: zodResolver(rules), defaultValues: { current: '', password: '' } })
	const change = useChangePassword(
		() => form.reset(),
		(fields) => {
			for (const { field, detail } of fields) form.setError(field as 'current' | 'password', { message: detail })
		},
	)
	return (
		<Card title={m['account.password']()}>
			<form noValidate className="grid gap-3" onSubmit={form.handleSubmit(change.start)}>
				{change.problem && (
					<div role="alert">
						<Note tone="bad">{problemSentence(change.problem)}</Note>
					</div>
				)}
				<TextField
					label={m['account.current']()}
					type="password"
					autoComplete="current-password"
					{...field(form, 'current')}
				/>
				<TextField
					label={m['account.new_password']()}
					hint={m['invitation.password_hint']()}
					type="password"
					autoComplete="new-password"
					{...field(form, 'password')}
				/>
				<Button type="submit" busy={change.busy} onClick={undefined}>
					{m['account.change_password']()}
				</Button>
			</form>
		</Card>
	)
}
