import { loadOnline } from '@larek/shared/online.ts'
import { type ComponentType, lazy } from 'react'

/**
 * A part of a screen that is loaded when it is first shown. If it does not load it is requested once more when there is
 * a network; a part of an old build makes the page load again (`reloadOnFailedChunk`).
 */
export const lazyPart = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
	lazy(async () => ({ default: await loadOnline(load) }))
