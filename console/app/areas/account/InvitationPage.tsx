import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Navigate } from 'react-router'
import * as z from 'zod/mini'
import { problemOf } from '~/api/problem.ts'
import { useSession } from '~/api/session.ts'
import { problemSentence } from '~/kit/action.ts'
import { Button, ButtonLink } from '~/kit/Button.tsx'
import { field, TextField } from '~/kit/fields.tsx'
import { Note } from '~/kit/states.tsx'
import { m } from '~/paraglide/messages.js'
import { Gate } from './Gate.tsx'
import { useAcceptInvitation, useInvitation } from './signInQueries.ts'

const rules = z.object({
	name: z.string().check(z.trim(), z.minLength(2, { error: () => m['sign_in.required']() }), z.maxLength(100)),
	password: z.string().check(z.minLength(12, { error: () => m['invitation.password_hint']() }), z.maxLength(200)),
})

/** Opened by a link with the secret after `#`, which no server logs. */
export default function InvitationPage() {
	const [token] = useState(() => decodeURIComponent(location.hash.slice(1)))
	const session = useSession()
	const invitation = useInvitation(token)
	const form = useForm({ resolver: zodResolver(rules), defaultValues: { name: '', password: '' } })
	const accept = useAcceptInvitation(token, (fields) => {
		for (const { field, detail } of fields) form.setError(field as 'name' | 'password', { message: detail })
	})
	if (session.data && session.data.state !== 'none') return <Navigate to="/sign-in" replace />
	if (!token || invitation.isError)
		return (
			<Gate title={m['invitation.title']()}>
				<Note tone="bad">{token ? problemOf(invitation.error).text : m['invitation.broken']()}</Note>
				<ButtonLink to="/sign-in">{m['invitation.to_sign_in']()}</ButtonLink>
			</Gate>
		)
	if (!invitation.data) return null
	const { email, role } = invitation.data
	return (
		<Gate title={m['invitation.title']()} subtitle={m['invitation.hint']({ email, role })}>
			<form noValidate className="grid gap-3.5" onSubmit={form.handleSubmit(accept.start)}>
				{accept.problem && (
					<div role="alert">
						<Note tone="bad">{problemSentence(accept.problem)}</Note>
					</div>
				)}
				<TextField
					label={m['invitation.name']()}
					hint={m['invitation.name_hint']()}
					autoComplete="name"
					{...field(form, 'name')}
				/>
				<TextField
					label={m['invitation.password']()}
					hint={m['invitation.password_hint']()}
					type="password"
					autoComplete="new-password"
					{...field(form, 'password')}
				/>
				<Button type="submit" look="lamp" size="large" wide busy={accept.busy} onClick={undefined}>
					{m['invitation.accept']()}
				</Button>
			</form>
		</Gate>
	)
}
