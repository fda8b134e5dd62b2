import { classes } from '@larek/shared/classes.ts'
import { currencySign } from '@larek/shared/money.ts'
import { lazy, memo, Suspense, useState } from 'react'
import { href, Link, NavLink, useLocation } from 'react-router'
import { Dialog } from '~/components/Dialog.tsx'
import { Skeleton } from '~/components/Skeleton.tsx'
import { useSignedIn } from '~/entities/session/signedInState.ts'
import { openSignIn } from '~/entities/session/signInSheet.ts'
import { lazyPart } from '~/lib/lazyPart.ts'
import { useMarket } from '~/lib/market.ts'
import { giftListPath } from '~/lib/paths.ts'
import { shopName } from '~/lib/shop.ts'
import { m } from '~/paraglide/messages.js'
import { BasketLink } from './BasketLink.tsx'
import { SearchBox } from './SearchBox.tsx'

const Account = lazy(() => import('./Account.tsx'))
const CountryList = lazyPart(() => import('./CountryList.tsx'), { ahead: true })

const pill =
	'min-h-11 items-center gap-2 rounded-control border border-line bg-window px-3.5 text-sm whitespace-nowrap hover:bg-shelf'

const sections = [
	{ to: href('/ru/games'), label: m['nav.games'] },
	{ to: giftListPath(), label: m['nav.gifts'] },
	{ to: href('/ru/feedback'), label: m['nav.feedback'] },
]

export const Header = memo(function Header() {
	const { pathname } = useLocation()
	// The results have the field of their own page: two would be one too many.
	const hasSearch = pathname !== href('/ru/search')
	return (
		<header>
			<div className="awning-light">
				<div className="awning" />
			</div>
			<div className="wrap flex items-center gap-3 py-3 md:gap-3 md:py-4 lg:gap-5">
				<Link to={href('/ru')} className="head flex min-h-11 items-center gap-2.5 text-xl tracking-tighter">
					<span className="lamp-mark" aria-hidden="true" />
					{shopName()}
				</Link>
				<nav aria-label={m['nav.label']()} className="hidden gap-1 md:flex">
					{sections.map(({ to, label }) => (
						<NavLink
							key={to}
							to={to}
							prefetch="intent"
							className={({ isActive }) =>
								classes(
									'inline-flex min-h-11 items-center rounded-control px-1.5 text-sm hover:text-fore lg:px-2.5',
									isActive ? 'text-fore' : 'text-muted',
								)
							}
						>
							{label()}
						</NavLink>
					))}
				</nav>
				{/* Empty on the next page. */}
				{hasSearch && <SearchBox key={pathname} className="hidden max-w-120 min-w-0 flex-1 md:block" />}
				<div className="ml-auto flex min-w-0 gap-2 md:shrink-0">
					<CountryButton />
					<BasketLink className={pill} />
					<AccountLink />
				</div>
			</div>
			{/* On a phone search is the first thing of the first page; elsewhere the bar below leads to it. */}
			{pathname === href('/ru') && (
				<div className="wrap pb-3 md:hidden">
					<SearchBox />
				</div>
			)}
		</header>
	)
})

function CountryButton() {
	const { countryName, currency } = useMarket()
	const [open, setOpen] = useState(false)
	return (
		<>
			<button
				type="button"
				className={classes(pill, 'inline-flex min-w-0')}
				onClick={() => setOpen(true)}
				aria-haspopup="dialog"
				data-opens={m['market.choose']()}
			>
				<span className="sr-only">{m['market.choose']()}: </span>
				<span className="max-w-24 truncate md:hidden lg:inline lg:max-w-40">{countryName}</span>
				<span aria-hidden="true" className="text-muted md:hidden lg:inline">
					·
				</span>
				{currencySign(currency.code)}
			</button>
			{open && (
				<Dialog open title={m['market.choose']()} onClose={() => setOpen(false)}>
					<Suspense fallback={<Skeleton className="h-52" />}>
						<CountryList />
					</Suspense>
				</Dialog>
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
				data-opens={m['auth.title']()}
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
