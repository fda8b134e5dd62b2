import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { Button, ButtonLink } from '~/components/Button.tsx'
import { EmailForm } from '~/entities/session/EmailForm.tsx'
import { providerTitle } from '~/entities/session/providers.ts'
import { signInHash } from '~/entities/session/signInSheet.ts'
import { m } from '~/paraglide/messages.js'
import { Alone } from './AloneLayout.tsx'
import type { Arrived } from './completeSignIn.ts'

/** Back from a provider: finishes what the buyer left for and goes on where they were. */
export function Returning({ provider }: { provider: string }) {
	const navigate = useNavigate()
	const [arrived, setArrived] = useState<Arrived>()
	const [sentTo, setSentTo] = useState<string>()

	useEffect(() => {
		const { pathname, search } = location
		// The answer is worth an account for a moment: out of the address and the history with it.
		if (search) history.replaceState(history.state, '', pathname)
		import('./completeSignIn.ts')
			.then(({ arrive }) => arrive(provider, search))
			.catch((): Arrived => ({ back: '/ru', failed: m['auth.failed']() }))
			.then((result) => {
				if (result.failed || result.needsEmail) setArrived(result)
				else navigate(result.back, { replace: true })
			})
	}, [provider, navigate])

	const go = () => navigate(arrived?.back ?? '/ru', { replace: true })
	if (sentTo) {
		return (
			<Alone title={m['auth.letter_title']()}>
				<p className="text-muted">{m['auth.letter_sent']({ email: sentTo })}</p>
				<Button look="lamp" wide onClick={go}>
					{m['auth.go_on']()}
				</Button>
			</Alone>
		)
	}
	if (arrived?.failed) {
		return (
			<Alone title={m['auth.failed_title']()}>
				<p role="alert" className="text-muted">
					{arrived.failed}
				</p>
				<div className="flex flex-wrap gap-3">
					<ButtonLink to={again(arrived.back)} replace look="lamp" className="flex-1">
						{m['auth.again']()}
					</ButtonLink>
					<ButtonLink to="/ru" replace className="flex-1">
						{m['auth.home']()}
					</ButtonLink>
				</div>
			</Alone>
		)
	}
	if (arrived?.needsEmail) {
		return (
			<Alone title={m['auth.email_title']()}>
				<EmailForm
					look="lamp"
					hint={m['auth.email_why']({ title: providerTitle(provider) })}
					onSent={setSentTo}
					aside={
						<Button look="quiet" onClick={go}>
							{m['auth.email_later']()}
						</Button>
					}
				/>
			</Alone>
		)
	}
	return (
		<Alone title={m['auth.entering']()}>
			<p role="status" className="flex items-center gap-3 text-muted">
				<span className="spinner text-lamp-text" aria-hidden="true" />
				{m['auth.entering_hint']({ title: providerTitle(provider) })}
			</p>
		</Alone>
	)
}

/** A linking begins where it began; a sign-in opens the sheet over the page it began on. */
function again(back: string): string {
	return back.startsWith('/ru/profile') ? back : back + signInHash
}
