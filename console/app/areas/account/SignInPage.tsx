import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { Navigate, useLocation } from 'react-router'
import * as z from 'zod/mini'
import { type ConsoleSession, useSession } from '~/api/session.ts'
import { problemSentence } from '~/kit/action.ts'
import { Button } from '~/kit/Button.tsx'
import { field, TextField } from '~/kit/fields.tsx'
import { Failed, Note } from '~/kit/states.tsx'
import { m } from '~/paraglide/messages.js'
import { EnrolmentPage } from './EnrolmentPage.tsx'
import { Gate } from './Gate.tsx'
import { ProofForm } from './ProofForm.tsx'
import { useProve, useSignIn } from './signInQueries.ts'

/** Password, then the second factor; without one, only the page that adds it. */
export default function SignInPage() {
	const session = useSession()
	const next = (useLocation().state as { next?: string } | null)?.next
	if (session.isError && !session.data)
		return (
			<Gate title={m['sign_in.title']()}>
				<Failed error={session.error} onRetry={() => session.refetch()} />
			</Gate>
		)
	switch (session.data?.state) {
		case undefined:
			return null
		case 'none':
			return <PasswordStep />
		case 'factor':
			return <FactorStep session={session.data} />
		case 'enrolment':
			return <EnrolmentPage />
		default:
			return <Navigate to={next ?? '/'} replace />
	}
}

const rules = z.object({
	email: z.email({ error: () => m['sign_in.email_wrong']() }),
	password: z.string().check(z.minLength(1, { error: () => m['sign_in.required']() })),
})

function PasswordStep() {
	const form = useForm({ resolver: zodResolver(rules), defaultValues: { email: '', password: '' } })
	const signIn = useSignIn()
	return (
		<Gate title={m['sign_in.title']()} subtitle={m['sign_in.hint']()}>
			<form noValidate className="grid gap-3.5" onSubmit={form.handleSubmit(signIn.start)}>
				{signIn.problem && (
					<div role="alert">
						<Note tone="bad">{problemSentence(signIn.problem)}</Note>
					</div>
				)}
				<TextField label={m['sign_in.email']()} type="email" autoComplete="username" {...field(form, 'email')} />
				<TextField
					label={m['sign_in.password']()}
					type="password"
					autoComplete="current-password"
					{...field(form, 'password')}
				/>
				<Button type="submit" look="lamp" size="large" wide busy={signIn.busy} onClick={undefined}>
					{m['sign_in.go']()}
				</Button>
			</form>
		</Gate>
	)
}

function FactorStep({ session }: { session: ConsoleSession }) {
	const prove = useProve()
	return (
		<Gate title={m['sign_in.second']()} subtitle={m['sign_in.second_hint']({ name: session.name ?? '' })}>
			<ProofForm methods={session.methods} prove={prove} />
		</Gate>
	)
}
