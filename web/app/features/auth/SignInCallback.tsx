import { href, useFetcher, useNavigate } from 'react-router'
import { Button, ButtonLink } from '~/components/Button.tsx'
import { EmailForm } from '~/entities/session/EmailForm.tsx'
import { providerTitle } from '~/entities/session/providers.ts'
import { signInHash } from '~/entities/session/signInSheet.ts'
import type { EmailResult } from '~/entities/session/submitEmail.ts'
import { m } from '~/paraglide/messages.js'
import type { Arrived } from './completeSignIn.client.ts'
import { StandalonePage } from './StandalonePage.tsx'

/** Shown after a provider's redirect, when there is an error or an email to ask for. */
export function Returned({ provider, arrived }: { provider: string; arrived: Arrived }) {
	const navigate = useNavigate()
	const fetcher = useFetcher<EmailResult>()
	const sentTo = fetcher.data?.sentTo
	const go = () => navigate(arrived.back, { replace: true })
	if (sentTo) {
		return (
			<StandalonePage title={m['auth.letter_title']()}>
				<p className="text-muted">{m['auth.letter_sent']({ email: sentTo })}</p>
				<Button look="lamp" wide onClick={go}>
					{m['auth.go_on']()}
				</Button>
			</StandalonePage>
		)
	}
	if (arrived.failed) {
		return (
			<StandalonePage title={m['auth.failed_title']()}>
				<p role="alert" className="text-muted">
					{arrived.failed}
				</p>
				<div className="flex flex-wrap gap-3">
					<ButtonLink to={again(arrived.back)} replace look="lamp" className="grow whitespace-nowrap">
						{m['auth.again']()}
					</ButtonLink>
					<ButtonLink to={href('/ru')} replace className="grow whitespace-nowrap">
						{m['auth.home']()}
					</ButtonLink>
				</div>
			</StandalonePage>
		)
	}
	return (
		<StandalonePage title={m['auth.email_title']()}>
			<EmailForm
				fetcher={fetcher}
				action={href('/ru/auth/:social/redirect', { social: provider })}
				look="lamp"
				hint={m['auth.email_why']({ title: providerTitle(provider) })}
				aside={
					<Button look="quiet" onClick={go}>
						{m['auth.email_later']()}
					</Button>
				}
			/>
		</StandalonePage>
	)
}

/** While the sign-in is being finished. */
export function SignInCallback({ provider }: { provider: string }) {
	return (
		<StandalonePage title={m['auth.entering']()}>
			<p role="status" className="flex items-center gap-3 text-muted">
				<span className="spinner text-lamp-line" aria-hidden="true" />
				{m['auth.entering_hint']({ title: providerTitle(provider) })}
			</p>
		</StandalonePage>
	)
}

/** A linking is repeated in the settings; a sign-in opens the sheet over the page it began on. */
function again(back: string): string {
	return back.startsWith(href('/ru/profile')) ? back : back + signInHash
}
