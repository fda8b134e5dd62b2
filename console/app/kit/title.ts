import { createStore } from '@larek/shared/store.ts'
import { useEffect } from 'react'

/** The number before the title of every page; empty shows none. */
export const titleCount = createStore('')

/** Shows a number before the title while the component is mounted. */
export function useTitleCount(count: string): void {
	useEffect(() => {
		titleCount.update(() => count)
		return () => titleCount.update(() => '')
	}, [count])
}
