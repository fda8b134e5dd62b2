import { type ReactNode, useEffect } from 'react'
import {
	Links,
	Meta,
	Outlet,
	Scripts,
	ScrollRestoration,
	type ShouldRevalidateFunctionArgs,
	useRouteLoaderData,
} from 'react-router'
import { apiFor, errorsTo, publicOrigin } from '~/api/api.server.ts'
import { getActiveCountry } from '~/api/gen/sdk.gen.ts'
import { ErrorPage, errorHeading, statusOf } from '~/features/error/ErrorPage.tsx'
import { homeMarket, type Market, MarketContext } from '~/lib/market.ts'
import { hidden } from '~/lib/seo.ts'
import type { Route } from './+types/root'
import styles from './styles/app.css?url'
import onestCyrillic from './styles/fonts/onest-cyrillic.woff2'
import onestLatin from './styles/fonts/onest-latin.woff2'
import unboundedCyrillic from './styles/fonts/unbounded-cyrillic.woff2'

const font = (href: string) =>
	({ rel: 'preload', href, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' }) as const

export const links: Route.LinksFunction = () => [
	font(onestCyrillic),
	font(onestLatin),
	font(unboundedCyrillic),
	{ rel: 'stylesheet', href: styles },
	{ rel: 'icon', href: '/favicon.png', type: 'image/png', sizes: '48x48' },
	{ rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
	{ rel: 'apple-touch-icon', href: '/icon-180.png' },
	{ rel: 'manifest', href: '/site.webmanifest' },
]

export const meta: Route.MetaFunction = ({ error }) => (error ? hidden(errorHeading(statusOf(error))) : [])

export async function loader({ request }: Route.LoaderArgs): Promise<Market & { errorsTo: string }> {
	const market = { ...homeMarket, renderedAt: Date.now(), origin: publicOrigin, errorsTo }
	try {
		const country = await apiFor(request)(getActiveCountry)
		return {
			...market,
			countryId: country.id,
			countryName: country.name,
			currency: { code: country.currency, rate: country.rate },
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
	const to = useRouteLoaderData<typeof loader>('root')?.errorsTo
	useEffect(() => {
		window.dispatchEvent(new Event('larek:alive'))
	}, [])
	return (
		<html lang="ru">
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
				<ScrollRestoration />
				<Scripts />
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
