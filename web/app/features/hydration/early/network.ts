const root = document.documentElement
const nudge = 600

function show() {
	if (navigator.onLine) root.removeAttribute('data-offline')
	else root.setAttribute('data-offline', '')
}

/** A press that is sent once the network is back: of a button with `data-keeps`, which is marked as waiting. */
let kept: HTMLElement | undefined

function keep(submitter: HTMLElement) {
	kept?.removeAttribute('data-waiting')
	kept = submitter
	kept.setAttribute('data-waiting', '')
}

function sendKept() {
	const submitter = kept
	kept = undefined
	submitter?.removeAttribute('data-waiting')
	// A press, so that a button which has been disabled or removed meanwhile sends nothing.
	if (submitter?.isConnected) submitter.click()
}

/** Without a network nothing leaves the page, before hydration or after it; the note at its edge says why. */
function stayHere(event: Event) {
	if (navigator.onLine) return
	const link = (event.target as Element).closest?.<HTMLAnchorElement>('a[href]')
	if (event.type === 'click' && (!link || link.hash || link.origin !== location.origin)) return
	event.preventDefault()
	event.stopImmediatePropagation()
	const { submitter } = event as SubmitEvent
	if (submitter?.matches('[data-keeps]')) keep(submitter)
	root.setAttribute('data-offline', 'asked')
	setTimeout(show, nudge)
}

export function watchNetwork(): void {
	addEventListener('online', show)
	addEventListener('online', sendKept)
	addEventListener('offline', show)
	addEventListener('click', stayHere, true)
	addEventListener('submit', stayHere, true)
	show()
}
