/** Punctuation keys by position: a Russian layout types other characters. */
const places: Record<string, string> = {
	Slash: '/',
	BracketLeft: '[',
	BracketRight: ']',
	Escape: 'esc',
	Enter: 'enter',
}

/** The pressed key by its place on the keyboard, so that a Russian layout works as well. */
export function pressed(event: KeyboardEvent): string {
	const mod = event.ctrlKey || event.metaKey ? 'mod+' : ''
	if (event.key === '?') return '?'
	if (/^Key[A-Z]$/.test(event.code)) return mod + event.code.slice(3).toLowerCase()
	return mod + (event.shiftKey ? '' : (places[event.code] ?? ''))
}

const isTyping = (target: EventTarget | null) =>
	target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

const isChecked = (target: EventTarget | null) =>
	target instanceof HTMLInputElement && (target.type === 'checkbox' || target.type === 'radio')

/** Page hotkeys are off while a dialog is open or a field has the focus. */
export function isIgnored(event: KeyboardEvent, keys: string): boolean {
	if (event.defaultPrevented || event.altKey || event.repeat) return true
	if (keys.startsWith('mod+')) return false
	if (isTyping(event.target) && !isChecked(event.target)) return true
	// Enter and Space already press the button or link that has the focus.
	const isOnControl = event.target instanceof Element && event.target.closest('button, a, summary, [role="option"]')
	if (keys === 'enter' && isOnControl) return true
	return document.querySelector('[role="dialog"][data-open], [role="alertdialog"][data-open]') !== null
}
