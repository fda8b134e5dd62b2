const root = document.documentElement
const nudge = 600

function show() {
	if (navigator.onLine) root.removeAttribute('data-offline')
	else root.setAttribute('data-offline', '')
}

/** Without a network nothing leaves the page, before hydration or after it; the note at its edge says why. */
function stayHere(event: Event) {
	if (navigator.onLine) return
	const link = (event.target as Element).closest?.<HTMLAnchorElement>('a[href]')
	if (event.type === 'click' && (!link || link.hash || link.origin !== location.origin)) return
	event.preventDefault()
	event.stopImmediatePropagation()
	root.setAttribute('data-offline', 'asked')
	setTimeout(show, nudge)
}

export function watchNetwork(): void {
	addEventListener('online', show)
	addEventListener('offline', show)
	addEventListener('click', stayHere, true)
	addEventListener('submit', stayHere, true)
	show()
}
