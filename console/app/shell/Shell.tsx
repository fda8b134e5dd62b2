import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Navigate, Outlet, useLocation, useNavigate } from 'react-router'
import { watchActivity } from '~/api/activity.ts'
import { onSessionRefusal } from '~/api/client.ts'
import { type Me, meQuery, sessionKeys, useSession } from '~/api/session.ts'
import { HotkeySheet } from '~/kit/HotkeySheet.tsx'
import { bindings, type Hotkey, useHotkey } from '~/kit/hotkeys.ts'
import { openStream, useLive } from '~/kit/live.ts'
import { openPalette, paletteOpen } from '~/kit/palette.ts'
import { SkeletonRows } from '~/kit/Skeleton.tsx'
import { Failed, OfflineBar } from '~/kit/states.tsx'
import { useStore } from '~/kit/store.ts'
import { m } from '~/paraglide/messages.js'
import { BottomBar } from './BottomBar.tsx'
import { useIdleLock } from './idleLock.ts'
import { LockScreen } from './LockScreen.tsx'
import { type MenuItem, menuFor } from './menu.ts'
import { Sidebar } from './Sidebar.tsx'
import { StepUpDialog } from './StepUpDialog.tsx'

const loadPalette = () => import('~/kit/Palette.tsx')
const Palette = lazy(loadPalette)

/** Lets in who is signed in, sends others to sign in, and covers everything while the session is locked. */
export default function Shell() {
	const session = useSession()
	const location = useLocation()
	const client = useQueryClient()
	useEffect(() => watchActivity(), [])
	useEffect(() => onSessionRefusal(() => client.invalidateQueries({ queryKey: sessionKeys.state })), [client])
	const state = session.data?.state
	const isIn = state === 'open' || state === 'locked'
	useIdleLock(state === 'open')
	const me = useQuery({ ...meQuery, enabled: state === 'open' })
	if (session.isError && !session.data) return <Alone error={session.error} onRetry={session.refetch} />
	if (!session.data) return null
	if (!isIn) return <Navigate to="/sign-in" replace state={{ next: location.pathname + location.search }} />
	return (
		<>
			{state === 'locked' && <LockScreen session={session.data} />}
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

/** Names of the events the stream sends. */
const liveEvents = ['order', 'queue', 'desk', 'me']

function Frame({ me }: { me: Me }) {
	const [isHelpOpen, setHelpOpen] = useState(false)
	const isPaletteOpen = useStore(paletteOpen)
	const client = useQueryClient()
	useEffect(() => openStream('/api/admin/stream/', liveEvents), [])
	useEffect(() => {
		// Not part of the first load, but there before it is asked for. A failure is repeated when it is opened.
		const idle = setTimeout(() => loadPalette().catch(() => {}), 2000)
		return () => clearTimeout(idle)
	}, [])
	useLive(({ name }) => {
		if (name !== 'order') client.invalidateQueries({ queryKey: sessionKeys.me })
	})
	useHotkey('find', openPalette)
	useHotkey('help', () => setHelpOpen(true))
	const items = menuFor(me).flatMap((group) => group.items)
	return (
		<div className="grid min-h-dvh md:grid-cols-[208px_minmax(0,1fr)]">
			<a
				href="#main"
				className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-control focus:bg-lamp focus:px-3 focus:py-2 focus:text-lamp-ink"
			>
				{m['shell.skip']()}
			</a>
			<Sidebar me={me} onHelp={() => setHelpOpen(true)} />
			<main id="main" tabIndex={-1} className="min-w-0 outline-none">
				<OfflineBar />
				<Outlet />
			</main>
			<BottomBar me={me} />
			{items.map((item) => item.hotkey && <GoKey key={item.to} name={item.hotkey} to={item.to} />)}
			<HotkeySheet open={isHelpOpen} onClose={() => setHelpOpen(false)} />
			<StepUpDialog />
			{isPaletteOpen && (
				<Suspense>
					<Palette pages={items.map(pageItem)} onClose={() => paletteOpen.update(() => false)} />
				</Suspense>
			)}
		</div>
	)
}

function GoKey({ name, to }: { name: Hotkey; to: string }) {
	const navigate = useNavigate()
	useHotkey(name, () => navigate(to))
	return null
}

const pageItem = ({ to, label, icon, hotkey }: MenuItem) => ({
	id: to,
	title: label(),
	icon,
	keys: hotkey && bindings[hotkey].keys,
	to,
})
