import { isProvider } from '~/features/auth/providers.ts'
import { Returning } from '~/features/auth/Returning.tsx'
import { pageHeaders } from '~/lib/caching.ts'
import { pageNotFound } from '~/lib/not-found.ts'
import { hidden } from '~/lib/seo.ts'
import { m } from '~/paraglide/messages.js'
import type { Route } from './+types/auth-redirect'

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
