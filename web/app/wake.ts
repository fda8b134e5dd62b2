/**
 * React and its router weigh about 100 KB, and a page is readable, clickable and orderable without them. So a shared
 * page arrives asleep: its scripts are fetched at the first touch, key or move, and what the visitor did in the
 * meantime is done again once the page is alive. Somebody with a session or a cart, or sent to sign in, is not
 * made to wait for that.
 *
 * The function is written into the document as text, so it must not use anything from outside itself.
 */
export function wake(): void {
	// Not `scroll`: the browser fires it by itself when it snaps a carousel or restores a place.
	const signs = ['pointerdown', 'pointermove', 'touchstart', 'wheel', 'keydown', 'focusin']
	const clicked: HTMLElement[] = []
	const typed = new Set<HTMLElement>()

	function start() {
		for (const sign of signs) removeEventListener(sign, start, true)
		for (const asleep of document.querySelectorAll('script[data-asleep]')) {
			const script = document.createElement('script')
			script.type = 'module'
			script.textContent = asleep.textContent
			document.head.append(script)
		}
	}
	function onClick(event: Event) {
		const button = (event.target as Element).closest?.<HTMLElement>('button[type=button]')
		if (button) clicked.push(button)
	}
	function onInput(event: Event) {
		typed.add(event.target as HTMLElement)
	}
	function onAlive() {
		removeEventListener('click', onClick, true)
		removeEventListener('input', onInput, true)
		for (const field of typed) {
			// React took the text it found for its own; without this it would not notice that it is news.
			;(field as { _valueTracker?: { setValue(value: string): void } })._valueTracker?.setValue('')
			field.dispatchEvent(new Event('input', { bubbles: true }))
		}
		// Each by itself: React would take clicks made in one go for one and the same.
		for (const button of clicked) setTimeout(() => button.click())
	}

	for (const sign of signs) addEventListener(sign, start, { capture: true, passive: true })
	addEventListener('click', onClick, true)
	addEventListener('input', onInput, true)
	addEventListener('larek:alive', onAlive, { once: true })

	let saved: string | null = null
	try {
		saved = localStorage.getItem('larek.cart')
	} catch {
		// storage is switched off
	}
	const isKnown = /(^|; )access=./.test(document.cookie)
	// The door is not shown to somebody who is in already.
	if (isKnown) document.documentElement.dataset.known = ''
	if (isKnown || (saved && saved !== '{}') || location.hash === '#signin') start()
}
