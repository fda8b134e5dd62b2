// The content policy of the console forbids inline styles, and a frame without a URL inherits the policy. Emails have
// only inline styles, so this file reads them from the markup and sets them by script, which the policy allows.

const sheetOf = /<style>([\s\S]*?)<\/style>/

/** Shows an email in a frame that runs no scripts. Its links are inactive. */
export function showLetter(page: Document, html: string) {
	const [, sheet = ''] = sheetOf.exec(html) ?? []
	// Texts of editors and buyers are escaped in an email, so quotes after `style=` always belong to its template.
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
