import { classes } from '@larek/shared/classes.ts'
import { CircleUser, House, LayoutGrid, ReceiptText, Search } from 'lucide-react'
import { type MouseEvent, memo } from 'react'
import { href, NavLink } from 'react-router'
import { isSignedIn } from '~/entities/session/signedInState.ts'
import { afterProfileSignIn, openSignIn } from '~/entities/session/signInSheet.ts'
import { m } from '~/paraglide/messages.js'

const tabs = [
	{ to: href('/ru'), label: m['tabs.home'], Icon: House, end: true },
	{ to: href('/ru/games'), label: m['tabs.catalogue'], Icon: LayoutGrid },
	{ to: href('/ru/search'), label: m['tabs.search'], Icon: Search, isHeld: true },
	{ to: href('/ru/orders'), label: m['tabs.orders'], Icon: ReceiptText },
	{ to: href('/ru/profile'), label: m['tabs.profile'], Icon: CircleUser, isPersonal: true },
]

/** Without a session the page would only lead back. */
function signInFirst(event: MouseEvent) {
	if (isSignedIn()) return
	event.preventDefault()
	openSignIn(afterProfileSignIn(location.pathname))
}

/** The bar under a thumb; a page with its own buying bar covers it. */
export const TabBar = memo(function TabBar() {
	return (
		<nav
			aria-label={m['tabs.label']()}
			className="sticky bottom-0 z-40 grid grid-cols-5 border-t border-line bg-dusk pb-[env(safe-area-inset-bottom)] md:hidden"
		>
			{tabs.map(({ to, label, Icon, end, isPersonal, isHeld }) => (
				<NavLink
					key={to}
					to={to}
					end={end}
					// What is done before hydration waits for it: the sheet of sign-in opens here, the field of search gets the focus.
					data-hold={isPersonal || isHeld}
					data-opens={isPersonal ? m['auth.title']() : undefined}
					onClick={isPersonal ? signInFirst : undefined}
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
})
