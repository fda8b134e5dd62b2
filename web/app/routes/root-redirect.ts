import { href, redirect } from 'react-router'

/** The shop has one language, and its pages are under it. */
export function loader() {
	return redirect(href('/ru'), 302)
}
