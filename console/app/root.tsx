import type { ReactNode } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router'
import { m } from '~/paraglide/messages.js'
import { Providers } from '~/shell/Providers.tsx'
import type { Route } from './+types/root'
import styles from './styles/app.css?url'

export const links: Route.LinksFunction = () => [
	{ rel: 'stylesheet', href: styles },
	{ rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
]

export const meta: Route.MetaFunction = () => [{ title: m['console.title']() }, { name: 'robots', content: 'noindex' }]

export function Layout({ children }: { children: ReactNode }) {
	return (
		<html lang="ru">
			<head>
				<meta charSet="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
				<script src="/console/theme.js" />
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

export function HydrateFallback() {
	return null
}

/** Replaces the whole page when the shell itself fails to render. */
export function ErrorBoundary() {
	return (
		<main className="mx-auto max-w-140 p-6 pt-[15dvh]">
			<h1 className="mb-2 text-lg">{m['broken.what']()}</h1>
			<p className="mb-4 text-muted">{m['broken.hint']()}</p>
			<a href="/console/" className="text-sky underline underline-offset-3">
				{m['broken.home']()}
			</a>
		</main>
	)
}

export default function Root() {
	return (
		<Providers>
			<Outlet />
		</Providers>
	)
}
