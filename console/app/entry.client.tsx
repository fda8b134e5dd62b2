import { reloadOnFailedChunk } from '@larek/shared/reloadOnFailedChunk.ts'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { loadShopName } from './kit/shopName.ts'
import { startReporting, take } from './shell/reporting.ts'

startReporting()
void loadShopName()
reloadOnFailedChunk()
startTransition(() => {
	hydrateRoot(
		document,
		<StrictMode>
			<HydratedRouter onError={take} />
		</StrictMode>,
	)
})
