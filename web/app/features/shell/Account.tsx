import { useEffect } from 'react'
import { Link } from 'react-router'
import { Skeleton } from '~/components/Skeleton.tsx'
import { Face } from '~/components/UserAvatar.tsx'
import { startUser, useUser } from '~/entities/session/user.ts'
import { formatMoney, parseMoney } from '~/lib/money.ts'
import { m } from '~/paraglide/messages.js'

/** Who is signed in and what lies on the account. Loaded for those who are; in its place everywhere, it asks for all. */
export default function Account({ className }: { className: string }) {
	const user = useUser()
	useEffect(startUser, [])
	return (
		<Link to="/ru/profile" className={className}>
			{user ? (
				<>
					<Face nickname={user.nickname} picture={user.avatarImg} />
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
