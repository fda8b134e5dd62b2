import { type FormEvent, lazy, Suspense, useEffect, useState } from 'react'
import { Form } from 'react-router'
import { Button, ButtonLink } from '~/components/Button.tsx'
import { useHydrated } from '~/lib/now.ts'
import { m } from '~/paraglide/messages.js'
import { Alone } from './AloneLayout.tsx'
import type { Confirming } from './confirmEmail.ts'

const SignInSheet = lazy(() => import('./SignInSheet.tsx'))
const failed: Confirming = { step: 'failed' }

/**
 * Where the link of a letter leads. Opening it changes nothing: it says which address would become whose, to the person
 * who asked for it, and waits for a button. `sent` is the answer to a form sent without scripts.
 */
export function ConfirmEmail({ token, sent }: { token: string; sent?: Confirming }) {
	const [now, setNow] = useState(sent)
	const [busy, setBusy] = useState(false)
	const isAlive = useHydrated()
	useEffect(() => {
		if (sent) return
		import('./confirmEmail.client.ts').then(({ look }) => look(token)).then(setNow, () => setNow(failed))
	}, [token, sent])

	async function onSubmit(event: FormEvent) {
		event.preventDefault()
		if (busy) return
		setBusy(true)
		const { confirm } = await import('./confirmEmail.client.ts')
		setNow(await confirm(token).catch(() => failed))
		setBusy(false)
	}

	switch (now?.step) {
		case 'done':
			return (
				<Alone title={m['confirm.done']()}>
					<p role="status" className="text-muted">
						{m['confirm.done_hint']()}
					</p>
					<ButtonLink to="/ru/profile" look="lamp" wide>
						{m['confirm.profile']()}
					</ButtonLink>
				</Alone>
			)
		case 'failed':
			return (
				<Alone title={m['confirm.failed']()}>
					<p role="alert" className="text-muted">
						{now.detail ?? m['auth.failed']()}
					</p>
					<ButtonLink to="/ru/profile/settings" look="lamp" wide>
						{m['confirm.settings']()}
					</ButtonLink>
				</Alone>
			)
		case 'signin':
		case 'other':
			return <SignInFirst token={token} detail={now.step === 'other' ? now.detail : undefined} />
		case 'shown':
			return (
				<Alone title={m['confirm.question']()}>
					<dl className="grid gap-3 rounded-control border border-line p-4">
						<Fact name={m['confirm.account']()} value={now.nickname} />
						<Fact name={m['confirm.email']()} value={now.email} />
					</dl>
					<Form method="post" replace onSubmit={onSubmit}>
						<input type="hidden" name="token" value={token} />
						<Button type="submit" name="step" value="confirm" look="lamp" wide busy={busy}>
							{m['confirm.button']()}
						</Button>
					</Form>
					<p className="text-sm text-muted">{m['confirm.not_me']()}</p>
				</Alone>
			)
	}
	return (
		<Alone title={m['confirm.title']()}>
			{isAlive ? (
				<p role="status" className="flex items-center gap-3 text-muted">
					<span className="spinner text-lamp-text" aria-hidden="true" />
					{m['confirm.looking']()}
				</p>
			) : (
				<>
					<p className="text-muted">{m['confirm.hint']()}</p>
					<Form method="post" replace>
						<input type="hidden" name="token" value={token} />
						<Button type="submit" name="step" value="look" look="lamp" wide>
							{m['confirm.look']()}
						</Button>
					</Form>
				</>
			)}
		</Alone>
	)
}

function Fact({ name, value }: { name: string; value: string }) {
	return (
		<div>
			<dt className="text-sm text-muted">{name}</dt>
			<dd className="font-semibold break-all">{value}</dd>
		</div>
	)
}

function SignInFirst({ token, detail }: { token: string; detail?: string }) {
	const [isOpen, setOpen] = useState(false)
	return (
		<Alone title={m['confirm.signin_title']()}>
			<p role="alert" className="text-muted">
				{detail ?? m['confirm.signin_hint']()}
			</p>
			<Button look="lamp" wide onClick={() => setOpen(true)}>
				{detail ? m['confirm.other_hint']() : m['auth.sign_in']()}
			</Button>
			{isOpen && (
				<Suspense fallback={null}>
					<SignInSheet back={`/ru/auth/confirm?token=${encodeURIComponent(token)}`} onClose={() => setOpen(false)} />
				</Suspense>
			)}
		</Alone>
	)
}
