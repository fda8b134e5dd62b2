import { useHydrated } from '@larek/shared/now.ts'
import { useEffect, useRef, useState } from 'react'
import { Form, href, useNavigation, useSubmit } from 'react-router'
import { Button, ButtonLink } from '~/components/Button.tsx'
import { m } from '~/paraglide/messages.js'
import type { Confirming } from './confirmEmail.ts'
import { SignInDialog } from './SignInDialog.tsx'
import { StandalonePage } from './StandalonePage.tsx'

/**
 * Where the link of a letter leads. Opening it changes nothing: it shows the address and the account to the user who
 * asked for the change, and waits for a button. `now` is the answer of its route to the form sent last.
 */
export function ConfirmEmail({ token, now }: { token: string; now?: Confirming }) {
	const isBusy = useNavigation().state !== 'idle'
	switch (now?.step) {
		case 'done':
			return (
				<Result role="status" title={m['confirm.done']()} text={m['confirm.done_hint']()} to={href('/ru/profile')}>
					{m['confirm.profile']()}
				</Result>
			)
		case 'failed':
			return (
				<Result
					role="alert"
					title={m['confirm.failed']()}
					text={now.detail ?? m['auth.failed']()}
					to={href('/ru/profile/settings')}
				>
					{m['confirm.settings']()}
				</Result>
			)
		case 'signin':
		case 'other':
			return <SignInFirst token={token} detail={now.step === 'other' ? now.detail : undefined} />
		case 'shown':
			return (
				<StandalonePage title={m['confirm.question']()}>
					<dl className="grid gap-3 rounded-control border border-line p-4">
						<DetailRow name={m['confirm.account']()} value={now.nickname} />
						<DetailRow name={m['confirm.email']()} value={now.email} />
					</dl>
					<Form method="post" replace>
						<input type="hidden" name="token" value={token} />
						<Button type="submit" name="step" value="confirm" look="lamp" wide busy={isBusy}>
							{m['confirm.button']()}
						</Button>
					</Form>
					<p className="text-sm text-muted">{m['confirm.not_me']()}</p>
				</StandalonePage>
			)
	}
	return <Look token={token} />
}

interface ResultProps {
	role: 'status' | 'alert'
	title: string
	text: string
	/** Where the button leads. */
	to: string
	children: string
}

/** How the confirmation ended. */
function Result({ role, title, text, to, children }: ResultProps) {
	return (
		<StandalonePage title={title}>
			<p role={role} className="text-muted">
				{text}
			</p>
			<ButtonLink to={to} look="lamp" wide>
				{children}
			</ButtonLink>
		</StandalonePage>
	)
}

/** Without scripts a button asks what the link is about; with them the form is sent by itself. */
function Look({ token }: { token: string }) {
	const form = useRef<HTMLFormElement>(null)
	const submit = useSubmit()
	const isHydrated = useHydrated()
	useEffect(() => {
		submit(form.current, { replace: true })
	}, [submit])
	return (
		<StandalonePage title={m['confirm.title']()}>
			{isHydrated ? (
				<p role="status" className="flex items-center gap-3 text-muted">
					<span className="spinner text-lamp-line" aria-hidden="true" />
					{m['confirm.looking']()}
				</p>
			) : (
				<p className="text-muted">{m['confirm.hint']()}</p>
			)}
			<Form ref={form} method="post" replace hidden={isHydrated}>
				<input type="hidden" name="token" value={token} />
				<Button type="submit" name="step" value="look" look="lamp" wide>
					{m['confirm.look']()}
				</Button>
			</Form>
		</StandalonePage>
	)
}

function DetailRow({ name, value }: { name: string; value: string }) {
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
		<StandalonePage title={m['confirm.signin_title']()}>
			<p role="alert" className="text-muted">
				{detail ?? m['confirm.signin_hint']()}
			</p>
			<Button look="lamp" wide onClick={() => setOpen(true)}>
				{detail ? m['confirm.other_hint']() : m['auth.sign_in']()}
			</Button>
			{isOpen && (
				<SignInDialog
					back={`${href('/ru/auth/confirm')}?token=${encodeURIComponent(token)}`}
					onClose={() => setOpen(false)}
				/>
			)}
		</StandalonePage>
	)
}
