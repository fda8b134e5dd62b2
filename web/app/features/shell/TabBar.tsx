import { CircleUser, House, LayoutGrid, ReceiptText, Search } from 'lucide-react'
import type { MouseEvent } from 'react'
import { NavLink } from 'react-router'
import { isSignedIn } from '~/entities/session/signedInState.ts'
import { openSignIn } from '~/entities/session/signInSheet.ts'
import { classes } from '~/lib/classes.ts'
import { m } from '~/paraglide/messages.js'

const tabs = [
	{ to: '/ru', label: m['tabs.home'], Icon: House, end: true },
	{ to: '/ru/games', label: m['tabs.catalogue'], Icon: LayoutGrid },
	{ to: '/ru/search', label: m['tabs.search'], Icon: Search },
	{ to: '/ru/orders', label: m['tabs.orders'], Icon: ReceiptText },
	{ to: '/ru/profile', label: m['tabs.profile'], Icon: CircleUser, isPersonal: true },
]

/** Without a session the page would only lead back. */
function askFirst(event: MouseEvent) {
	if (isSignedIn()) return
	event.preventDefault()
	openSignIn('/ru/profile')
}

/** The bar under a thumb; a page with its own buying bar covers it. */
export function TabBar() {
	return (
		<nav
			aria-label={m['tabs.label']()}
			className="sticky bottom-0 z-40 grid grid-cols-5 border-t border-line bg-dusk pb-[env(safe-area-inset-bottom)] md:hidden"
		>
			{tabs.map(({ to, label, Icon, end, isPersonal }) => (
				<NavLink
					key={to}
					to={to}
					end={end}
					onClick={isPersonal ? askFirst : undefined}
					className={({ isActive }) =>
						classes(
							'grid min-h-14 place-content-center justify-items-center gap-0.5 text-xs',
							isActive ? 'text-lamp-text' : 'text-muted',
						)
					}
				>
					<Icon size={22} aria-hidden="true" />
					{label()}
				</NavLink>
			))}
		</nav>
	)
}
