/** False when the browser denies access to its clipboard. */
export async function copy(text: string): Promise<boolean> {
	try {
		await navigator.clipboard.writeText(text)
		return true
	} catch {
		return copyOldWay(text)
	}
}

/** Without https there is no clipboard API. */
function copyOldWay(text: string): boolean {
	const area = document.createElement('textarea')
	area.value = text
	area.readOnly = true
	area.className = 'sr-only'
	document.body.append(area)
	const before = document.activeElement
	area.select()
	try {
		return document.execCommand('copy')
	} catch {
		return false
	} finally {
		area.remove()
		if (before instanceof HTMLElement) before.focus()
	}
}
