import { pageNotFound } from '~/api/notFound.ts'
import { isProvider } from '~/entities/session/providers.ts'
import { Returning } from '~/features/auth/SignInCallback.tsx'
import { pageHeaders } from '~/lib/caching.ts'
import { hidden } from '~/lib/seo.ts'
import { m } from '~/paraglide/messages.js'
import type { Route } from './+types/auth-callback'

export const headers = pageHeaders
/** It finishes the sign-in. */
export const handle = { alive: true }

export function loader({ request, params }: Route.LoaderArgs) {
	if (!isProvider(params.social)) throw pageNotFound(request)
	return null
}

export const meta: Route.MetaFunction = () => hidden(m['auth.entering']())

export default function AuthRedirect({ params }: Route.ComponentProps) {
	return <Returning key={params.social} provider={params.social} />
}
