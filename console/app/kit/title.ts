import { createStore } from '@larek/shared/store.ts'

/** Prefix of the title of every page: the number of waiting tasks. */
export const titlePrefix = createStore('')
