import { classes } from '@larek/shared/classes.ts'
import { LogOut } from 'lucide-react'
import { useEffect, useState } from 'react'
import { href, NavLink, useNavigate } from 'react-router'
import { Button } from '~/components/Button.tsx'
import { Skeleton } from '~/components/Skeleton.tsx'
import { showToast } from '~/components/toast/toasts.ts'
import { UserAvatar } from '~/components/UserAvatar.tsx'
import { isSignedIn, useSignedIn } from '~/entities/session/signedInState.ts'
import { refetchUser, useUser, useUserFailed } from '~/entities/session/user.ts'
import { m } from '~/paraglide/messages.js'

const tabs = [
	{ to: href('/ru/profile'), label: m['profile.history_tab'] },
	{ to: href('/ru/profile/settings'), label: m['profile.settings_tab'] },
]

/** Whose pages these are, and the way out. Without a session there is nothing to see on them. */
export function ProfileHead() {
	const user = useUser()
	const failed = useUserFailed()
	const navigate = useNavigate()
	const signedIn = useSignedIn()
	useEffect(() => {
		// Not the rendered state, which is the same for all visitors: the cookie itself.
		if (!signedIn && !isSignedIn()) navigate(href('/ru'), { replace: true })
	}, [signedIn, navigate])
	return (
		<>
			<div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-3">
				{user ? (
					<UserAvatar nickname={user.nickname} picture={user.avatarImg} large />
				) : (
					<Skeleton className="size-16 rounded-full" />
				)}
				<div className="min-w-0 flex-1">
					<h1 className="head line-clamp-2 text-lg wrap-anywhere sm:text-xl md:text-2xl">
						{user?.nickname ?? m['profile.title']()}
					</h1>
					<p className="min-h-6 wrap-anywhere text-muted">{user && (user.email ?? m['profile.no_email']())}</p>
				</div>
				<LeaveButton />
			</div>
			{failed && !user && (
				<div role="alert" className="card mt-4 flex flex-wrap items-center justify-between gap-3 p-4">
					{m['profile.failed']()}
					<Button size="small" onClick={refetchUser}>
						{m['common.retry']()}
					</Button>
				</div>
			)}
			<nav aria-label={m['profile.tabs']()} className="mt-4 flex gap-1 border-b border-line">
				{tabs.map(({ to, label }) => (
					<NavLink
						key={to}
						to={to}
						end
						className={({ isActive }) =>
							classes(
								'-mb-px inline-flex min-h-11 items-center border-b-2 px-4 font-semibold',
								isActive ? 'border-lamp-line text-fore' : 'border-transparent text-muted hover:text-fore',
							)
						}
					>
						{label()}
					</NavLink>
				))}
			</nav>
		</>
	)
}

function LeaveButton() {
	const [busy, setBusy] = useState(false)
	async function onLeave() {
		setBusy(true)
		try {
			const { signOutHere } = await import('~/entities/session/signOut.ts')
			await signOutHere()
			showToast('success', m['profile.left']())
		} finally {
			setBusy(false)
		}
	}
	return (
		<Button size="small" look="quiet" busy={busy} onClick={onLeave}>
			{!busy && <LogOut size={18} aria-hidden="true" />}
			<span className="max-sm:sr-only">{m['profile.leave']()}</span>
		</Button>
	)
}
