import { useEffect } from 'react'
import { useNavigation } from 'react-router'
import { isFollowed, showNavigating } from '~/lib/navigating.ts'

/** The router tells of a navigation within this time, or has not begun one. */
const beginsWithin = 1_000

/** Shows that a page is coming, from the moment its link was pressed. */
export function NavigationProgress() {
	const isGoing = useNavigation().state !== 'idle'
	useEffect(() => {
		showNavigating(isGoing)
		let timer: ReturnType<typeof setTimeout> | undefined
		// Before the router: it renders the page before it tells, which a slow phone takes a quarter of a second for.
		function onClick(event: MouseEvent) {
			const link = (event.target as Element).closest<HTMLAnchorElement>('a[href]')
			if (!link || link.ariaHasPopup || link.dataset.opens || !isFollowed(link, event)) return
			showNavigating(true)
			timer = setTimeout(() => showNavigating(isGoing), beginsWithin)
		}
		addEventListener('click', onClick, true)
		return () => {
			clearTimeout(timer)
			removeEventListener('click', onClick, true)
		}
	}, [isGoing])
	return null
}
