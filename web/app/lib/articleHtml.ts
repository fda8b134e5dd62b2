export interface Heading {
	id: string
	text: string
}

const email = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g

/**
 * Makes an article of the server ready for the page: headings get anchors for the table of contents, wide tables a
 * frame to scroll in, and addresses become links. Staff write plain HTML and need to know none of this.
 */
export function prepareArticle(text: string): { html: string; headings: Heading[] } {
	const headings: Heading[] = []
	const anchored = text.replace(/<h2(?:\s[^>]*)?>([\s\S]*?)<\/h2>/gi, (_, inner: string) => {
		const heading = { id: `section-${headings.length + 1}`, text: plainText(inner) }
		headings.push(heading)
		return `<h2 id="${heading.id}">${inner}</h2>`
	})
	const framed = anchored
		.replace(/<table(?=[\s>])/gi, '<div class="scroll-x" tabindex="0"><table')
		.replace(/<\/table>/gi, '</table></div>')
	return { html: linkMail(framed), headings }
}

/** The beginning of an article for its description, cut between words. */
export function excerpt(html: string, most = 160): string {
	const text = plainText(/<p(?:\s[^>]*)?>([\s\S]*?)<\/p>/i.exec(html)?.[1] ?? html)
	if (text.length <= most) return text
	return `${text.slice(0, most).replace(/[\s,.;:—–]+\S*$/, '')}…`
}

function plainText(html: string): string {
	const names: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: '\u00a0' }
	return html
		.replace(/<[^>]*>/g, '')
		.replace(/&(amp|lt|gt|quot|nbsp);/g, (_, name: string) => names[name] ?? '')
		.replace(/[^\S\u00a0]+/g, ' ')
		.trim()
}

/** Only in the text between tags, and not where the author has made links already. */
function linkMail(html: string): string {
	if (html.includes('mailto:')) return html
	return html.replace(
		/(<[^>]*>)|([^<]+)/g,
		(_, tag?: string, text?: string) =>
			tag ?? (text ?? '').replace(email, (address) => `<a href="mailto:${address}">${address}</a>`),
	)
}

/** A text cut into pieces, every second of which is an email address. */
export function splitMail(text: string): Array<{ text: string; mail: boolean }> {
	const parts: Array<{ text: string; mail: boolean }> = []
	let at = 0
	for (const match of text.matchAll(email)) {
		parts.push({ text: text.slice(at, match.index), mail: false }, { text: match[0], mail: true })
		at = match.index + match[0].length
	}
	return [...parts, { text: text.slice(at), mail: false }].filter((part) => part.text !== '')
}
