import { redirect } from 'react-router'

/** The shop speaks one language, and its pages live under it. */
export function loader() {
	return redirect('/ru', 302)
}
