import { reloadOnFailedChunk } from '@larek/shared/reloadOnFailedChunk.ts'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { reportError, startReporting } from './features/error-reporting/reportError.ts'
import { forceFullPageNavigation, watchForNewBuild } from './features/new-build/newBuild.ts'
import { registerOfflinePage } from './features/new-build/offlinePage.ts'
import './sessionEvents.ts'
import { whenIdle } from './lib/idle.ts'
import { loadPartsAhead } from './lib/lazyPart.ts'

// The router's own hash of this build's files; scripts/builds.ts publishes the same.
const { __reactRouterManifest: manifest } = window as { __reactRouterManifest?: { version: string } }
const build = import.meta.env.DEV ? 'development' : (manifest?.version ?? '')

startReporting(build)
reloadOnFailedChunk()
watchForNewBuild(build, forceFullPageNavigation)
addEventListener(
	'shop:hydrated',
	() =>
		whenIdle(() => {
			loadPartsAhead()
			if (import.meta.env.PROD) registerOfflinePage()
		}),
	{ once: true },
)
// Who touches the page may soon want something of the API; who only reads it does not pay for its client.
for (const touch of ['pointerdown', 'keydown']) {
	addEventListener(touch, () => void import('./api/browser.ts').catch(() => {}), { once: true, passive: true })
}
startTransition(() => {
	hydrateRoot(
		document,
		<StrictMode>
			{/* What is under way shows at once; the next page is rendered in a transition. */}
			<HydratedRouter onError={reportError} useTransitions />
		</StrictMode>,
	)
})
