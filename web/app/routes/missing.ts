import { pageNotFound } from '~/lib/not-found.ts'
import type { Route } from './+types/missing'

export function loader({ request }: Route.LoaderArgs) {
	throw pageNotFound(request)
}

// A route without a component would answer with its loader alone, past the error page.
export default function Missing() {
	return null
}
