import { href, redirect } from 'react-router'
import { pageNotFound } from '~/api/notFound.ts'
import { isProvider } from '~/entities/session/providers.ts'
import type { Route } from './+types/auth-provider-redirect'

/** The address providers know is outside the language; its parameters are the visitor's answer and stay as they are. */
export function loader({ request, params }: Route.LoaderArgs) {
	if (!isProvider(params.social)) throw pageNotFound(request)
	const { search } = new URL(request.url)
	return redirect(`${href('/ru/auth/:social/redirect', params)}${search}`, { headers: { 'Cache-Control': 'no-store' } })
}

/** Only the page of an unknown provider is ever shown, and that is the shop's own 404. */
export default function AuthProviderRedirect() {
	return null
}
