/** The line at the edge of the page, which is there before the router is. */
export function showNavigating(isGoing: boolean): void {
	document.documentElement.toggleAttribute('data-navigating', isGoing)
}

/** Whether a press of the link leaves this page for another of the shop. */
export function isFollowed(link: HTMLAnchorElement, { ctrlKey, metaKey, shiftKey }: MouseEvent): boolean {
	const isElsewhere = link.origin !== location.origin || link.target !== '' || link.hasAttribute('download')
	const isHere = link.hash !== '' && link.pathname === location.pathname
	return !isElsewhere && !isHere && !(ctrlKey || metaKey || shiftKey)
}
