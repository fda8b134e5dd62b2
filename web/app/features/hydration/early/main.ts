/**
 * Runs in the document before React does: bundled, minified and written into it by HydrationScripts.
 *
 * Scripts load after text and pictures and start by themselves; what the visitor does until then is answered at once
 * by a pressed look, and replayed after hydration.
 */
import { showNavigating } from '~/lib/navigating.ts'
import { queueActions } from './actions.ts'
import { watchNetwork } from './network.ts'
import { prepareScripts } from './scripts.ts'

export function startEarly(place: HTMLElement): void {
	// The sign-in button is not shown to a signed-in visitor.
	if (/(^|; )access=./.test(document.cookie)) document.documentElement.dataset.known = ''
	watchNetwork()
	// The browser may bring back the page as it was left.
	addEventListener('pageshow', () => showNavigating(false))
	const start = prepareScripts(place, () => release())
	const release = queueActions(start)
	if (place.dataset.hydrate === 'immediately' || location.hash === '#signin') start()
	else whenPainted(() => start(false))
}

/** Two frames, because the first is painted by then; and not in the middle of something else. */
function whenPainted(run: () => void) {
	requestAnimationFrame(() =>
		requestAnimationFrame(() => {
			// Safari has no idle callbacks.
			if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: 500 })
			else setTimeout(run)
		}),
	)
}
