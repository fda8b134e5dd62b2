import { useHydrated } from '~/lib/now.ts'

/**
 * Known only in the browser: the page itself is rendered for nobody in particular. The cookie is looked for here and
 * not through api/session.ts, which would come along whole to every guest.
 */
export function useSignedIn(): boolean {
	return useHydrated() && /(^|; )access=./.test(document.cookie)
}
