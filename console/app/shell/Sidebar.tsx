import { classes } from '@larek/shared/classes.ts'
import { CircleHelp, Search } from 'lucide-react'
import { NavLink } from 'react-router'
import type { Me } from '~/api/session.ts'
import { badgeOf, type MenuItem, menuFor } from '~/common/menu.ts'
import { Brand } from '~/kit/Brand.tsx'
import { hotkeyOf } from '~/kit/hotkeys.ts'
import { Kbd } from '~/kit/Kbd.tsx'
import { Count } from '~/kit/Pill.tsx'
import { openPalette } from '~/kit/palette.ts'
import { m } from '~/paraglide/messages.js'
import { PersonMenu } from './PersonMenu.tsx'

/** The menu of a desktop: brand, search, allowed screens, and the operator. */
export function Sidebar({ me, onHelp }: { me: Me; onHelp: () => void }) {
	return (
		<nav
			aria-label={m['shell.menu']()}
			className="sticky top-0 flex h-dvh flex-col border-r border-line bg-dusk max-md:hidden"
		>
			<div className="awning flex-none" />
			<div className="flex items-center gap-2 px-3.5 pt-2 pb-2.5">
				<Brand />
			</div>
			<button
				type="button"
				onClick={openPalette}
				aria-keyshortcuts="Control+K Meta+K"
				className="mx-2.5 mb-2 flex min-h-8 items-center gap-2 rounded-control border border-line bg-night px-2 text-muted hover:border-edge"
			>
				<Search size={15} aria-hidden="true" />
				{m['palette.title']()}
				<Kbd keys={hotkeyOf('find')} className="ml-auto" />
			</button>
			<div className="min-h-0 flex-1 overflow-y-auto px-2 pb-2">
				{menuFor(me).map(({ title, items }) => (
					<div key={items[0]?.to}>
						{title && <h2 className="px-2 pt-3 pb-1 text-2xs font-medium text-muted">{title()}</h2>}
						<ul>
							{items.map((item) => (
								<li key={item.to}>
									<MenuLink item={item} me={me} />
								</li>
							))}
						</ul>
					</div>
				))}
			</div>
			<button
				type="button"
				onClick={onHelp}
				className="mx-2 mb-1 flex min-h-7.5 items-center gap-2 rounded-control px-2 text-muted hover:bg-hover hover:text-fore"
			>
				<CircleHelp size={16} aria-hidden="true" />
				{m['keys.title']()}
				<Kbd keys={hotkeyOf('help')} className="ml-auto" />
			</button>
			<PersonMenu me={me} />
		</nav>
	)
}

function MenuLink({ item, me }: { item: MenuItem; me: Me }) {
	const badge = badgeOf(me, item.badge)
	const Icon = item.icon
	return (
		<NavLink
			to={item.to}
			end={item.to === '/'}
			// Preloads the code of a screen, so that a click shows it at once.
			prefetch="render"
			className={({ isActive }) =>
				classes(
					'flex min-h-7.5 items-center gap-2 rounded-control px-2 font-medium whitespace-nowrap hover:bg-hover',
					isActive ? 'bg-shelf font-semibold [&>svg]:text-lamp-text' : '[&>svg]:text-muted',
				)
			}
		>
			<Icon size={16} className="flex-none" aria-hidden="true" />
			<span className="flex-1">{item.label()}</span>
			{badge && (
				<>
					<Count value={badge.count} more={badge.more} tone={badge.tone} />
					{badge.tone === 'bad' && <span className="sr-only">{m['shell.late']()}</span>}
				</>
			)}
		</NavLink>
	)
}
