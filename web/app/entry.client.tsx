import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { report, startReporting } from './features/report/report.ts'
import { leaveByDocument, watchBuilds } from './features/update/builds.ts'
import { reloadOnFailedChunk } from './features/update/reload.ts'

// The router's own hash of this build's files; scripts/builds.ts publishes the same.
const { __reactRouterManifest: manifest } = window as { __reactRouterManifest?: { version: string } }
const build = manifest?.version ?? ''

startReporting(build)
if (import.meta.env.PROD) {
	reloadOnFailedChunk()
	watchBuilds(build, leaveByDocument)
}
startTransition(() => {
	hydrateRoot(
		document,
		<StrictMode>
			<HydratedRouter onError={report} />
		</StrictMode>,
	)
})
