import { pageNotFound } from '~/api/notFound.ts'
import type { Route } from './+types/not-found'

export function loader({ request }: Route.LoaderArgs) {
	throw pageNotFound(request)
}

// A route without a component would answer with its loader alone, past the error page.
export default function Missing() {
	return null
}
