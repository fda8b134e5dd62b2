import { Menu } from '@base-ui/react/menu'
import { Ellipsis, Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { NavLink, useNavigate } from 'react-router'
import type { Me } from '~/api/session.ts'
import { badgeOf, type MenuItem, menuFor } from '~/common/menu.ts'
import { Count } from '~/kit/Pill.tsx'
import { openPalette } from '~/kit/palette.ts'
import { popup } from '~/kit/popup.ts'
import { m } from '~/paraglide/messages.js'
import { PersonItems } from './PersonMenu.tsx'

const place =
	'grid min-h-14 flex-1 content-center justify-items-center gap-0.5 text-2xs text-muted aria-[current]:text-fore aria-[current]:[&_svg]:text-lamp-text'

/** The menu of a phone: main screens, search, and the rest behind «Ещё». */
export function BottomBar({ me }: { me: Me }) {
	const items = menuFor(me).flatMap((group) => group.items)
	const direct = items.filter(({ short }) => short)
	const rest = items.filter(({ short }) => !short)
	return (
		<nav
			aria-label={m['shell.menu']()}
			className="fixed inset-x-0 bottom-0 z-30 flex border-t border-line bg-dusk pb-[env(safe-area-inset-bottom)] md:hidden"
		>
			{direct.map((item) => (
				<NavLink key={item.to} to={item.to} end={item.to === '/'} className={place}>
					<Mark item={item} me={me} />
					{item.short?.()}
				</NavLink>
			))}
			<button type="button" onClick={openPalette} className={place}>
				<Search size={20} aria-hidden="true" />
				{m['shell.find']()}
			</button>
			<More items={rest} />
		</nav>
	)
}

function Mark({ item, me }: { item: MenuItem; me: Me }): ReactNode {
	const badge = badgeOf(me, item.badge)
	const Icon = item.icon
	return (
		<span className="relative">
			<Icon size={20} aria-hidden="true" />
			{badge && (
				<span className="absolute -top-2 left-3">
					<Count value={badge.count} more={badge.more} tone={badge.tone} />
				</span>
			)}
		</span>
	)
}

function More({ items }: { items: MenuItem[] }) {
	const navigate = useNavigate()
	return (
		<Menu.Root>
			<Menu.Trigger className={place}>
				<Ellipsis size={20} aria-hidden="true" />
				{m['shell.more']()}
			</Menu.Trigger>
			<Menu.Portal>
				<Menu.Positioner side="top" align="end" sideOffset={8} className="z-50">
					<Menu.Popup className={popup.box}>
						{items.map(({ to, label, icon: Icon }) => (
							<Menu.Item key={to} className={popup.item} onClick={() => navigate(to)}>
								<Icon size={16} className="text-muted" aria-hidden="true" />
								{label()}
							</Menu.Item>
						))}
						<Menu.Separator className="my-1 h-px bg-hair" />
						<PersonItems />
					</Menu.Popup>
				</Menu.Positioner>
			</Menu.Portal>
		</Menu.Root>
	)
}
