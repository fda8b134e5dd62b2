import { useEffect } from 'react'
import { Outlet, useLocation } from 'react-router'
import { ToastHost } from '~/components/toast/ToastHost.tsx'
import { dismissReadError } from '~/components/toast/toasts.ts'
import { loadCarts } from '~/entities/cart/cartStore.ts'
import { SignInHost } from '~/features/auth/SignInHost.tsx'
import { ErrorPage, errorHeading, statusOf } from '~/features/error/ErrorPage.tsx'
import { Footer } from '~/features/shell/Footer.tsx'
import { Header } from '~/features/shell/Header.tsx'
import { rememberLocale } from '~/features/shell/locale.ts'
import { NavigationProgress } from '~/features/shell/NavigationProgress.tsx'
import { TabBar } from '~/features/shell/TabBar.tsx'
import { noIndex } from '~/lib/seo.ts'
import { m } from '~/paraglide/messages.js'
import type { Route } from './+types/shell'

export const meta: Route.MetaFunction = ({ error }) => (error ? noIndex(errorHeading(statusOf(error))) : [])

function Shell({ children }: { children: React.ReactNode }) {
	useEffect(() => {
		rememberLocale()
		return loadCarts()
	}, [])
	const { pathname } = useLocation()
	// biome-ignore lint/correctness/useExhaustiveDependencies: each time the page is another one
	useEffect(dismissReadError, [pathname])
	return (
		<>
			<a href="#main" className="skip lamp-button rounded-control px-4 py-3 font-bold">
				{m['shell.skip']()}
			</a>
			<NavigationProgress />
			<Header />
			<main id="main" tabIndex={-1} className="wrap grow pb-16 outline-none">
				{children}
			</main>
			<Footer />
			<TabBar />
			<SignInHost />
			<ToastHost />
		</>
	)
}

export default function ShellRoute() {
	return (
		<Shell>
			<Outlet />
		</Shell>
	)
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
	return (
		<Shell>
			<ErrorPage error={error} />
		</Shell>
	)
}
