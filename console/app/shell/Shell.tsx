import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect } from 'react'
import { Navigate, useLocation } from 'react-router'
import { watchActivity } from '~/api/activity.ts'
import { onSessionRefusal } from '~/api/client.ts'
import { meQuery, sessionKeys, useSession } from '~/api/session.ts'
import { lazyPart } from '~/kit/lazyPart.ts'
import { finder } from '~/kit/palette.ts'
import { SkeletonRows } from '~/kit/Skeleton.tsx'
import { Failed } from '~/kit/states.tsx'
import { Frame } from './Frame.tsx'
import { findAnything } from './findAnything.ts'
import { useIdleLock } from './idleLock.ts'

finder.update(() => findAnything)

const loadLockScreen = () => import('./LockScreen.tsx')
const LockScreen = lazyPart(loadLockScreen, 'LockScreen')

/** Shows the console to signed-in operators, redirects others to sign in, and covers it while locked. */
export default function Shell() {
	const session = useSession()
	const location = useLocation()
	const client = useQueryClient()
	useEffect(() => watchActivity(), [])
	useEffect(() => onSessionRefusal(() => client.invalidateQueries({ queryKey: sessionKeys.state })), [client])
	const state = session.data?.state
	const isIn = state === 'open' || state === 'locked'
	useIdleLock(state === 'open')
	// Preloaded before the session locks.
	useEffect(() => {
		loadLockScreen().catch(() => {})
	}, [])
	const me = useQuery({ ...meQuery, enabled: state === 'open' })
	if (session.isError && !session.data) return <Alone error={session.error} onRetry={session.refetch} />
	if (!session.data) return null
	if (!isIn) return <Navigate to="/sign-in" replace state={{ next: location.pathname + location.search }} />
	return (
		<>
			{state === 'locked' && (
				<Suspense>
					<LockScreen session={session.data} />
				</Suspense>
			)}
			{/* Stays mounted under the lock: a half-written note is still there afterwards. */}
			<div hidden={state === 'locked'}>
				{me.data ? (
					<Frame me={me.data} />
				) : me.isError ? (
					<Alone error={me.error} onRetry={me.refetch} />
				) : (
					<div className="p-6">
						<SkeletonRows />
					</div>
				)}
			</div>
		</>
	)
}

function Alone({ error, onRetry }: { error: unknown; onRetry: () => void }) {
	return (
		<main className="mx-auto max-w-140 p-6 pt-[15dvh]">
			<Failed error={error} onRetry={onRetry} />
		</main>
	)
}
