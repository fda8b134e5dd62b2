import { useState } from 'react'
import { Button } from '~/components/Button.tsx'
import { Skeleton } from '~/components/Skeleton.tsx'
import { notify } from '~/components/toast/toasts.ts'
import { EmailForm } from '~/entities/session/EmailForm.tsx'
import { useUser } from '~/entities/session/user.ts'
import { m } from '~/paraglide/messages.js'
import { Panel } from './Panel.tsx'

/** The address letters go to. A new one takes its place when the link in its letter was followed. */
export function EmailCard() {
	const user = useUser()
	const [editing, setEditing] = useState(false)
	function onSent(email: string) {
		setEditing(false)
		notify('success', m['auth.letter_sent']({ email }))
	}
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
					onSent={onSent}
					aside={
						editing && (
							<Button size="small" look="quiet" onClick={() => setEditing(false)}>
								{m['settings.cancel']()}
							</Button>
						)
					}
				/>
			) : (
				<Button size="small" className="justify-self-start" onClick={() => setEditing(true)}>
					{pendingEmail ? m['settings.email_again']() : m['settings.email_change']()}
				</Button>
			)}
		</Panel>
	)
}
