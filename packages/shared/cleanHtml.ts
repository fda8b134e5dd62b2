// Passes a short list of tags and attributes and writes each of them again, so that nothing reaches the page in the
// author's own spelling. What is not on the list becomes text or is dropped with its content.

/** Tags staff write articles with, and the attributes each may have besides `id` and `title`. */
const allowed: Record<string, string[]> = {
	a: ['href'],
	b: [],
	blockquote: [],
	br: [],
	code: [],
	// The frame of a wide table, which prepareArticle makes.
	div: ['class', 'tabindex'],
	em: [],
	h2: [],
	h3: [],
	h4: [],
	hr: [],
	i: [],
	li: [],
	ol: [],
	p: [],
	small: [],
	strong: [],
	sub: [],
	sup: [],
	table: [],
	tbody: [],
	td: ['colspan', 'rowspan'],
	tfoot: [],
	th: ['colspan', 'rowspan', 'scope'],
	thead: [],
	tr: [],
	u: [],
	ul: [],
}

/** The content of these is no text for readers. */
const dropped = 'script|style|iframe|object|embed|template|noscript|svg|math|textarea|title|select|xmp|noembed|noframes'
const droppedWhole = new RegExp(`<(${dropped})(?=[\\s/>])[\\s\\S]*?(?:</\\1\\s*>|$)`, 'gi')
const comment = /<!--[\s\S]*?(?:-->|$)|<[!?][^>]*(?:>|$)/g
const tag = /<(\/?)([a-z][a-z0-9]*)((?:"[^"]*"|'[^']*'|[^'">])*)>/gi
const attribute = /([^\s"'<>/=]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+))/g

const values: Record<string, RegExp> = {
	id: /^[\w-]{1,80}$/,
	title: /^/,
	class: /^scroll-x$/,
	tabindex: /^0$/,
	colspan: /^\d{1,2}$/,
	rowspan: /^\d{1,2}$/,
	scope: /^(?:row|col)$/,
	// A page of the shop, a place on this page, or an address that is plainly one.
	href: /^(?:https?:\/\/|mailto:|tel:|\/(?![/\\])|#)[^\s\\]*$/i,
}

export function cleanHtml(html: string): string {
	let bare = html.replaceAll('\0', '')
	// Removing one tag may form another.
	for (let before = ''; before !== bare; ) {
		before = bare
		bare = bare.replace(comment, '').replace(droppedWhole, '')
	}
	let out = ''
	let from = 0
	for (const match of bare.matchAll(tag)) {
		out += text(bare.slice(from, match.index))
		out += written(match[1] === '/', (match[2] ?? '').toLowerCase(), match[3] ?? '')
		from = match.index + match[0].length
	}
	return out + text(bare.slice(from))
}

function written(isEnd: boolean, name: string, attributes: string): string {
	if (!Object.hasOwn(allowed, name)) return ''
	if (isEnd) return `</${name}>`
	let out = `<${name}`
	for (const [, given = '', double, single, bare] of attributes.matchAll(attribute)) {
		const key = given.toLowerCase()
		const value = decode(double ?? single ?? bare ?? '')
		const may = key === 'id' || key === 'title' || allowed[name]?.includes(key)
		if (may && values[key]?.test(value)) out += ` ${key}="${quote(value)}"`
	}
	return `${out}>`
}

const text = (raw: string) => raw.replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const quote = (value: string) =>
	value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** As far as an address may need it: anything odder does not pass for one afterwards. */
function decode(value: string): string {
	const point = (digits: string, base: number) => {
		const code = Number.parseInt(digits, base)
		return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
	}
	return value
		.replace(/&#x([0-9a-f]+);?/gi, (_, digits: string) => point(digits, 16))
		.replace(/&#(\d+);?/g, (_, digits: string) => point(digits, 10))
		.replaceAll('&quot;', '"')
		.replaceAll('&lt;', '<')
		.replaceAll('&gt;', '>')
		.replaceAll('&amp;', '&')
}
