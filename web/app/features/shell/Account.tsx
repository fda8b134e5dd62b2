import { formatMoney, parseMoney } from '@larek/shared/money.ts'
import { useEffect } from 'react'
import { href, Link } from 'react-router'
import { Skeleton } from '~/components/Skeleton.tsx'
import { UserAvatar } from '~/components/UserAvatar.tsx'
import { startUser, useUser } from '~/entities/session/user.ts'
import { m } from '~/paraglide/messages.js'

/** The signed-in user and the balance. Loaded with a session only; it fetches the profile for the whole page. */
export default function Account({ className }: { className: string }) {
	const user = useUser()
	useEffect(startUser, [])
	return (
		<Link to={href('/ru/profile')} className={className}>
			{user ? (
				<>
					<UserAvatar nickname={user.nickname} picture={user.avatarImg} />
					<span className="sr-only">{m['auth.account']({ name: user.nickname })} </span>
					<b className="min-w-12 text-right">{formatMoney(parseMoney(user.balance))}</b>
				</>
			) : (
				<>
					<Skeleton className="size-7 rounded-full" />
					<span className="min-w-12">{m['profile.title']()}</span>
				</>
			)}
		</Link>
	)
}
