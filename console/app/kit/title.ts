import { createStore } from '@larek/shared/store.ts'

/** What stands before the title of every page: the number of tasks. */
export const titlePrefix = createStore('')
