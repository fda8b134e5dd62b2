/**
 * Opens an empty sheet with the title that `data-opens` of a button names; React opens the real one over it after
 * hydration. Closing it means that the visitor no longer wants it.
 */
export function openEmptySheet(button: HTMLElement, onClose: () => void): HTMLDialogElement | undefined {
	const { opens } = button.dataset
	// A signed-in visitor goes to the profile.
	if (!opens || (button.matches('a') && 'known' in document.documentElement.dataset)) return
	const sheet = document.createElement('dialog')
	const title = document.createElement('h2')
	const shape = document.createElement('span')
	sheet.className = 'sheet'
	sheet.ariaLabel = title.textContent = opens
	title.className = 'px-5 pt-6 pb-4 text-lg'
	shape.className = 'skeleton mx-5 mb-5 block h-52'
	sheet.append(title, shape)
	sheet.addEventListener('click', (event) => event.target === sheet && sheet.close())
	sheet.addEventListener('close', () => {
		sheet.remove()
		onClose()
	})
	document.body.append(sheet)
	sheet.showModal()
	return sheet
}

/** Removes the empty sheet; the real one opens in the same moment, without moving in once more. */
export function replaceSheet(sheet: HTMLDialogElement, button: HTMLElement): void {
	const root = document.documentElement
	root.setAttribute('data-replaced', '')
	setTimeout(() => root.removeAttribute('data-replaced'), 500)
	sheet.remove()
	button.focus()
}
