// The console's pages allow no styles in markup, and a frame without an address of its own inherits that. Letters have
// only such styles, so they are read out of the markup and set by hand, which is allowed.

const sheetOf = /<style>([\s\S]*?)<\/style>/

/** Shows a letter in an empty document of a frame that runs no scripts. Its links lead nowhere. */
export function showLetter(page: Document, html: string) {
	const [, sheet = ''] = sheetOf.exec(html) ?? []
	// Words of editors and buyers are escaped in a letter, so quotes after `style=` are those of its template.
	const markup = html.replace(sheetOf, '').replaceAll(' style="', ' data-style="')
	const letter = new DOMParser().parseFromString(markup, 'text/html')
	const body = page.importNode(letter.body, true)
	for (const element of [body, ...body.querySelectorAll<HTMLElement>('[data-style]')]) {
		element.style.cssText = element.dataset.style ?? ''
		delete element.dataset.style
	}
	for (const link of body.querySelectorAll('a')) link.removeAttribute('href')
	page.body.replaceWith(body)
	page.documentElement.lang = 'ru'
	const view = page.defaultView
	if (!view) return
	const rules = new view.CSSStyleSheet()
	rules.replaceSync(sheet)
	page.adoptedStyleSheets = [rules]
}
