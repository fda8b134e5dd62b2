import { ShoppingBasket } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link, NavLink } from 'react-router'
import { useCartCount } from '~/entities/cart/cartStore.ts'
import { useSignedIn } from '~/entities/session/signedInState.ts'
import { openSignIn } from '~/entities/session/signInSheet.ts'
import { classes } from '~/lib/classes.ts'
import { useMarket } from '~/lib/market.ts'
import { currencySign } from '~/lib/money.ts'
import { m } from '~/paraglide/messages.js'
import { SearchBox } from './SearchBox.tsx'

const Account = lazy(() => import('./Account.tsx'))
const CountryDialog = lazy(() => import('./CountryDialog.tsx'))

const pill =
	'min-h-11 items-center gap-2 rounded-control border border-line bg-window px-3.5 text-sm whitespace-nowrap hover:bg-shelf'

const sections = [
	{ to: '/ru/games', label: m['nav.games'] },
	{ to: '/ru/gifts', label: m['nav.gifts'] },
	{ to: '/ru/feedback', label: m['nav.feedback'] },
]

export function Header() {
	return (
		<header>
			<div className="awning-light">
				<div className="awning" />
			</div>
			<div className="wrap flex items-center gap-3 py-3 md:gap-5 md:py-4">
				<Link to="/ru" className="head flex min-h-11 items-center gap-2.5 text-xl tracking-tighter">
					<span className="lamp-mark" aria-hidden="true" />
					{m['shop.name']()}
				</Link>
				<nav aria-label={m['nav.label']()} className="hidden gap-1 md:flex">
					{sections.map(({ to, label }) => (
						<NavLink
							key={to}
							to={to}
							prefetch="intent"
							className={({ isActive }) =>
								classes(
									'inline-flex min-h-11 items-center rounded-control px-2.5 text-sm hover:text-fore',
									isActive ? 'text-fore' : 'text-muted',
								)
							}
						>
							{label()}
						</NavLink>
					))}
				</nav>
				<SearchBox className="hidden max-w-120 flex-1 md:block" />
				<div className="ml-auto flex gap-2">
					<CountryButton />
					<CartLink />
					<AccountLink />
				</div>
			</div>
		</header>
	)
}

function CountryButton() {
	const { countryName, currency } = useMarket()
	const [open, setOpen] = useState(false)
	return (
		<>
			<button
				type="button"
				className={classes(pill, 'inline-flex')}
				onClick={() => setOpen(true)}
				aria-haspopup="dialog"
			>
				<span className="sr-only">{m['market.choose']()}: </span>
				<span className="max-w-24 truncate md:max-w-40">{countryName}</span>
				<span aria-hidden="true" className="text-muted">
					·
				</span>
				{currencySign(currency.code)}
			</button>
			{open && (
				<Suspense fallback={null}>
					<CountryDialog onClose={() => setOpen(false)} />
				</Suspense>
			)}
		</>
	)
}

/** The bar below has its own on a phone. */
function AccountLink() {
	const isSignedIn = useSignedIn()
	if (!isSignedIn) {
		return (
			<button
				type="button"
				aria-haspopup="dialog"
				className={classes(pill, 'door hidden md:inline-flex')}
				onClick={() => openSignIn()}
			>
				{m['auth.sign_in']()}
			</button>
		)
	}
	return (
		<Suspense fallback={null}>
			<Account className={classes(pill, 'hidden pl-2 md:inline-flex')} />
		</Suspense>
	)
}

function CartLink() {
	const { count, gameId } = useCartCount()
	return (
		<Link
			to={gameId ? `/ru/games/${gameId}` : '/ru/games'}
			className={classes(pill, 'relative inline-flex w-11 justify-center px-0')}
		>
			<ShoppingBasket size={20} aria-hidden="true" />
			<span className="sr-only">{m['cart.count']({ count })}</span>
			{count > 0 && (
				<span
					aria-hidden="true"
					className="absolute -top-1.5 -right-1.5 grid h-5 min-w-5 place-items-center rounded-full bg-lamp px-1 text-xs leading-none font-bold text-lamp-ink"
				>
					{count > 99 ? '99+' : count}
				</span>
			)}
		</Link>
	)
}
