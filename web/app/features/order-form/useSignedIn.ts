import { session } from '~/api/browser.ts'
import { useHydrated } from '~/lib/now.ts'

/** Known only in the browser: the page itself is rendered for nobody in particular. */
export function useSignedIn(): boolean {
	return useHydrated() && session().access !== undefined
}
