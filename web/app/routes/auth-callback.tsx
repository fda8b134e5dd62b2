import { href, replace } from 'react-router'
import { pageNotFound } from '~/api/notFound.ts'
import { isProvider } from '~/entities/session/providers.ts'
import type { Arrived } from '~/features/auth/completeSignIn.client.ts'
import { Returned, SignInCallback } from '~/features/auth/SignInCallback.tsx'
import { pageHeaders } from '~/lib/caching.ts'
import { noIndex } from '~/lib/seo.ts'
import { m } from '~/paraglide/messages.js'
import type { Route } from './+types/auth-callback'

export const headers = pageHeaders
/** It finishes the sign-in. */
export const handle = { hydrate: 'immediately' }

export function loader({ request, params }: Route.LoaderArgs) {
	if (!isProvider(params.social)) throw pageNotFound(request)
	return null
}

/** Only the browser has the sign-in intent and the session. */
export async function clientLoader({ params }: Route.ClientLoaderArgs): Promise<Arrived> {
	const { pathname, search } = location
	// The parameters grant access to an account for a moment: they are removed from the address and the history.
	if (search) history.replaceState(history.state, '', pathname)
	const arrived = await finish(params.social, search)
	if (!(arrived.failed || arrived.needsEmail)) throw replace(arrived.back)
	return arrived
}
clientLoader.hydrate = true as const

async function finish(provider: string, search: string): Promise<Arrived> {
	try {
		const { completeSignIn } = await import('~/features/auth/completeSignIn.client.ts')
		return await completeSignIn(provider, search)
	} catch {
		return { back: href('/ru'), failed: m['auth.failed']() }
	}
}

/** The address for letters, when the provider sent none. */
export async function clientAction({ request }: Route.ClientActionArgs) {
	const form = await request.formData()
	const { sendEmail } = await import('~/entities/session/sendEmail.client.ts')
	return await sendEmail(form)
}

/** The parameters of a provider work once. */
export const shouldRevalidate = () => false

export const meta: Route.MetaFunction = () => noIndex(m['auth.entering']())

export function HydrateFallback({ params }: Route.HydrateFallbackProps) {
	return <SignInCallback provider={params.social} />
}

export default function AuthCallback({ params, loaderData }: Route.ComponentProps) {
	// On the way to where the buyer came from the page is drawn once more, with what the server knew.
	return loaderData ? (
		<Returned provider={params.social} arrived={loaderData} />
	) : (
		<SignInCallback provider={params.social} />
	)
}
