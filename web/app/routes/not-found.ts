import { href, redirect } from 'react-router'
import { pageNotFound } from '~/api/notFound.ts'
import type { Route } from './+types/not-found'

/** The first parts of the addresses that people type and other sites link to. */
const sections = /^\/(feedback|games|gifts|info|orders|products|profile|search)(?=[/?]|$)/

/** Leads an address without the language to the one with it, and a gift spelt correctly to where gifts are. */
export function loader({ request }: Route.LoaderArgs) {
	const missing = pageNotFound(request)
	const path = missing.data.path.replace(sections, `${href('/ru')}$&`)
	const known = path.replace(/^(\/ru\/gifts)\/details\//, '$1/detalis/')
	if (known !== missing.data.path) throw redirect(known, 302)
	throw missing
}

// A route without a component would answer with its loader alone, past the error page.
export default function Missing() {
	return null
}
