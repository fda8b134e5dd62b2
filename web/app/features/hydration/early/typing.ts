import { showNavigating } from '~/lib/navigating.ts'

type Field = HTMLInputElement | HTMLTextAreaElement

/**
 * React takes what it finds in a field at hydration for what it has rendered itself, and does not notify the
 * component. So a field that was changed before is changed once more afterwards, with the browser's own setter.
 */
export function queueTyping() {
	const typed = new Set<Field>()
	const ticked = new Set<HTMLInputElement>()
	function onInput({ target }: Event) {
		if (isFilter(target)) showNavigating(true)
		if (target instanceof HTMLTextAreaElement) typed.add(target)
		if (!(target instanceof HTMLInputElement) || target.type === 'file') return
		const found = target.form?.querySelector<HTMLElement>('[role=listbox]')
		if (found) found.hidden = target.value.trim() === ''
		if (target.type === 'checkbox' || target.type === 'radio') ticked.add(target)
		else typed.add(target)
	}
	addEventListener('input', onInput, true)
	function replay() {
		removeEventListener('input', onInput, true)
		for (const field of typed) if (field.isConnected) retype(field)
		for (const field of ticked) {
			if (!field.isConnected) continue
			field.checked = !field.checked
			field.click()
		}
	}
	return { add: (field: Field) => typed.add(field), replay }
}

/** A choice in a form that only requests a page: it is sent by itself after hydration. */
function isFilter(target: EventTarget | null): boolean {
	const isChoice =
		target instanceof HTMLSelectElement || (target instanceof HTMLInputElement && /checkbox|radio/.test(target.type))
	return isChoice && target.form?.method === 'get'
}

function retype(field: Field) {
	const { value, selectionStart, selectionEnd } = field
	// React's setter receives the empty text, the browser's sets the typed one: React compares them and finds a change.
	field.value = ''
	Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
	if (document.activeElement === field && selectionStart !== null) field.setSelectionRange(selectionStart, selectionEnd)
	field.dispatchEvent(new Event('input', { bubbles: true }))
}
