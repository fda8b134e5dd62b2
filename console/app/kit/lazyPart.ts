import { loadOnline } from '@larek/shared/online.ts'
import { type ComponentType, lazy } from 'react'

/**
 * A part of a screen that loads when it is first shown. A failed load is retried once the network is back; a chunk of
 * an old build reloads the page (`reloadOnFailedChunk`).
 */
export const lazyPart = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
	lazy(async () => ({ default: await loadOnline(load) }))
