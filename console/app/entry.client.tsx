import { reloadOnFailedChunk } from '@larek/shared/reloadOnFailedChunk.ts'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { startReporting, take } from './shell/reporting.ts'

startReporting()
reloadOnFailedChunk()
startTransition(() => {
	hydrateRoot(
		document,
		<StrictMode>
			<HydratedRouter onError={take} />
		</StrictMode>,
	)
})
