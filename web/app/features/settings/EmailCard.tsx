import { useState } from 'react'
import { href, useFetcher } from 'react-router'
import { Button } from '~/components/Button.tsx'
import { Skeleton } from '~/components/Skeleton.tsx'
import { EmailForm } from '~/entities/session/EmailForm.tsx'
import type { EmailResult } from '~/entities/session/submitEmail.ts'
import { useUser } from '~/entities/session/user.ts'
import { m } from '~/paraglide/messages.js'
import { Panel } from './Panel.tsx'

/** The address letters go to. A new one takes its place when the link in its letter was followed. */
export function EmailCard() {
	const user = useUser()
	const fetcher = useFetcher<EmailResult>()
	/** The response from before the form was opened: the next one that a letter was sent closes it. */
	const [opened, setOpened] = useState<{ after: EmailResult | undefined }>()
	const isSent = fetcher.data !== opened?.after && fetcher.data?.sentTo !== undefined
	const editing = opened !== undefined && !isSent
	if (!user) {
		return (
			<Panel title={m['settings.email']()}>
				<Skeleton className="h-12" />
			</Panel>
		)
	}
	const { email, pendingEmail } = user
	const isForm = editing || !(email || pendingEmail)
	return (
		<Panel title={m['settings.email']()}>
			{email && (
				<p>
					<b className="block break-all">{email}</b>
					<span className="text-sm text-mint">{m['settings.email_proven']()}</span>
				</p>
			)}
			{pendingEmail && (
				<p>
					<b className="block break-all">{pendingEmail}</b>
					<span className="text-sm text-lamp-text">{m['settings.email_pending']()}</span>
				</p>
			)}
			{isForm ? (
				<EmailForm
					hint={m['settings.email_hint']()}
					fetcher={fetcher}
					action={href('/ru/profile/settings')}
					aside={
						editing && (
							<Button size="small" look="quiet" onClick={() => setOpened(undefined)}>
								{m['settings.cancel']()}
							</Button>
						)
					}
				/>
			) : (
				<Button size="small" className="justify-self-start" onClick={() => setOpened({ after: fetcher.data })}>
					{pendingEmail ? m['settings.email_again']() : m['settings.email_change']()}
				</Button>
			)}
		</Panel>
	)
}
