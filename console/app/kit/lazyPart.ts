import { loadOnline } from '@larek/shared/online.ts'
import { type ComponentType, lazy } from 'react'

/**
 * A part of a screen: the only component of the module that `load` imports when it is first shown, by its name there.
 * A failed load is retried once the network is back; a chunk of an old build reloads the page
 * (`reloadOnFailedChunk`).
 */
export const lazyPart = <Name extends string, Props extends object>(
	load: () => Promise<Record<Name, ComponentType<Props>>>,
	name: Name,
) => lazy(async () => ({ default: (await loadOnline(load))[name] }))
