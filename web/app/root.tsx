import { getActiveCountry, listContacts } from '@larek/api/store/sdk.gen.ts'
import onestCurrency from '@larek/ui/fonts/onest-currency.woff2'
import onestCyrillic from '@larek/ui/fonts/onest-cyrillic.woff2'
import onestLatin from '@larek/ui/fonts/onest-latin.woff2'
import unboundedCyrillic from '@larek/ui/fonts/unbounded-cyrillic.woff2'
import type { ReactNode } from 'react'
import {
	Links,
	Meta,
	Outlet,
	ScrollRestoration,
	type ShouldRevalidateFunctionArgs,
	useRouteLoaderData,
} from 'react-router'
import { apiForCountry, errorReportUrl, publicOrigin, readBrand } from '~/api/api.server.ts'
import { sendCookies } from '~/api/renewal.server.ts'
import { ErrorPage, errorHeading, statusOf } from '~/features/error/ErrorPage.tsx'
import { HydrationScripts } from '~/features/hydration/HydrationScripts.tsx'
import { OfflineNote } from '~/features/shell/OfflineNote.tsx'
import { feeTerms } from '~/lib/charge.ts'
import { homeMarket, type Market, MarketContext } from '~/lib/market.ts'
import { sellerLine } from '~/lib/seller.ts'
import { noIndex } from '~/lib/seo.ts'
import { shopName } from '~/lib/shop.ts'
import type { Route } from './+types/root'
import styles from './styles/app.css?url'

const font = (href: string) =>
	({ rel: 'preload', href, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' }) as const

export const middleware: Route.MiddlewareFunction[] = [sendCookies]

export const links: Route.LinksFunction = () => [
	font(onestCyrillic),
	font(onestLatin),
	// Prices would move what is below them when their sign comes later.
	font(onestCurrency),
	font(unboundedCyrillic),
	{ rel: 'stylesheet', href: styles },
	{ rel: 'icon', href: '/favicon.png', type: 'image/png', sizes: '48x48' },
	{ rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
	{ rel: 'apple-touch-icon', href: '/icon-180.png' },
	{ rel: 'manifest', href: '/site.webmanifest' },
]

export const meta: Route.MetaFunction = ({ error }) => (error ? noIndex(errorHeading(statusOf(error))) : [])

export async function loader({ request }: Route.LoaderArgs): Promise<Market & { errorReportUrl: string }> {
	const market = { ...homeMarket, renderedAt: Date.now(), origin: publicOrigin, errorReportUrl }
	try {
		const call = apiForCountry(request)
		const [country, contacts] = await Promise.all([
			call(getActiveCountry),
			call(listContacts, { query: { pageSize: 1 } }).catch(() => null),
			readBrand(),
		])
		// A method that the pay page hides behind «Ещё способы» is not shown here, nor the balance, which guests have not.
		const ways = country.methodGroups.flatMap(({ shortName, name, methods }) => {
			const first = methods.find(({ name, isActive, isSecondary }) => isActive && !isSecondary && name !== 'balance')
			return first ? [{ name: shortName || name, icon: first.icon }] : []
		})
		return {
			...market,
			seller: sellerLine(contacts?.results[0]),
			countryId: country.id,
			countryName: country.name,
			currency: { code: country.currency, rate: country.rate },
			fees: feeTerms(country),
			methods: [...new Map(ways.map((way) => [way.name, way])).values()],
		}
	} catch {
		return market // prices in rubles are better than no page
	}
}

/** The market changes only with a full reload, after another country was chosen. */
export function shouldRevalidate(_: ShouldRevalidateFunctionArgs): boolean {
	return false
}

export function Layout({ children }: { children: ReactNode }) {
	const to = useRouteLoaderData<typeof loader>('root')?.errorReportUrl
	return (
		<html lang="ru" data-shop={shopName()}>
			<head>
				<meta charSet="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
				<meta name="theme-color" content="#0b0f17" />
				{to && <meta name="errors-to" content={to} />}
				<Meta />
				<Links />
			</head>
			<body>
				{children}
				<OfflineNote />
				<ScrollRestoration />
				<HydrationScripts />
			</body>
		</html>
	)
}

export default function Root({ loaderData }: Route.ComponentProps) {
	return (
		<MarketContext value={loaderData}>
			<Outlet />
		</MarketContext>
	)
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
	return (
		<main className="wrap">
			<ErrorPage error={error} />
		</main>
	)
}
