import { useStore } from '@larek/shared/store.ts'
import { Suspense, useEffect, useState } from 'react'
import { Outlet, useNavigate } from 'react-router'
import { type Me, sessionKeys } from '~/api/session.ts'
import { useLock } from '~/areas/account/signInQueries.ts'
import { badgeOf, type MenuItem, menuFor } from '~/common/menu.ts'
import { HotkeySheet } from '~/kit/HotkeySheet.tsx'
import { bindings, type Hotkey, useHotkey } from '~/kit/hotkeys.ts'
import { lazyPart } from '~/kit/lazyPart.ts'
import { openStream, useLiveReads } from '~/kit/live.ts'
import { openPalette, paletteOpen } from '~/kit/palette.ts'
import { OfflineBar } from '~/kit/states.tsx'
import { titlePrefix } from '~/kit/title.ts'
import { m } from '~/paraglide/messages.js'
import { BottomBar } from './BottomBar.tsx'
import { Sidebar } from './Sidebar.tsx'

const loadPalette = () => import('~/kit/Palette.tsx')
const Palette = lazyPart(loadPalette, 'default')
const ClosedBar = lazyPart(() => import('./ClosedBar.tsx'), 'ClosedBar')
const StepUpDialog = lazyPart(() => import('./StepUpDialog.tsx'), 'StepUpDialog')

/** Names of the events the stream sends. */
const liveEvents = ['order', 'queue', 'desk', 'me']

/** Everything around a screen: menu, palette, keys and the stream of changes. */
export function Frame({ me }: { me: Me }) {
	const [isHelpOpen, setHelpOpen] = useState(false)
	const isPaletteOpen = useStore(paletteOpen)
	const lock = useLock()
	useEffect(() => openStream('/api/admin/stream/', liveEvents), [])
	useEffect(() => {
		// Preloaded after the first screen. A failed load is retried when it is opened.
		const idle = setTimeout(() => loadPalette().catch(() => {}), 2000)
		return () => clearTimeout(idle)
	}, [])
	useLiveReads(sessionKeys.me, ({ name }) => name !== 'order')
	useHotkey('find', openPalette)
	useHotkey('help', () => setHelpOpen(true))
	useHotkey('lock', () => lock.start({}))
	const waiting = badgeOf(me, 'queue')
	const prefix = waiting ? `(${waiting.count}${waiting.more ? '+' : ''}) ` : ''
	useEffect(() => titlePrefix.update(() => prefix), [prefix])
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
				{me.shopState !== 'open' && (
					<Suspense>
						<ClosedBar me={me} />
					</Suspense>
				)}
				<Outlet />
			</main>
			<BottomBar me={me} />
			{items.map((item) => item.hotkey && <GoKey key={item.to} name={item.hotkey} to={item.to} />)}
			<HotkeySheet open={isHelpOpen} onClose={() => setHelpOpen(false)} />
			<Suspense>
				<StepUpDialog />
			</Suspense>
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
