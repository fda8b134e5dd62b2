import {
	type Attrs,
	type Mark,
	type MarkSpec,
	type Node,
	type NodeSpec,
	DOMParser as Reader,
	Schema,
} from 'prosemirror-model'
import { tableNodes } from 'prosemirror-tables'

/** The address of a link as the server keeps it: in the shop, or out of it by a scheme. Undefined if it refuses it. */
export function addressOf(typed: string): string | undefined {
	const text = typed.trim()
	const isOutside = /^(https?:\/\/|mailto:|tel:)/i.test(text)
	const isInside = /^(#|\/([^/\\\s]|$))/.test(text)
	const shop = 'https://shop.invalid'
	if (!(isOutside || isInside) || /%(?![0-9a-f]{2})/i.test(text) || !URL.canParse(text, shop)) return undefined
	const url = new URL(text, shop)
	if (text.startsWith('#')) return url.hash
	if (isInside) return url.pathname + url.search + url.hash
	return text.endsWith('/') ? url.href : url.href.replace(/^(https?:\/\/[^/?#]+)\/$/, '$1')
}

const kept = /^(?:https?:\/\/|mailto:|tel:|#|\/(?:[^/\\\s]|$))/i
const picture = /^\/media\/[0-9a-z]{26}\/(160|320|640|960|1280|1920)\.(webp|avif|png)$/
const side = /^[1-9]\d{0,3}$/

/** Attributes of any element, each with what the server keeps of it. */
const anywhere = { id: /^[\w-]{1,80}$/, title: /^[\p{L}\p{N}\s\-_',[\]!./\\()]*$/u }
const anyAttrs = { id: { default: null }, title: { default: null } }

const attrOf = (element: HTMLElement, name: string, rule: RegExp) => {
	const value = element.getAttribute(name)
	return value !== null && rule.test(value) ? value : null
}
const anyOf = (element: HTMLElement) => ({
	id: attrOf(element, 'id', anywhere.id),
	title: attrOf(element, 'title', anywhere.title),
})

const block = (tag: string, content: string, more: Partial<NodeSpec> = {}): NodeSpec => ({
	content,
	group: 'block',
	attrs: anyAttrs,
	parseDOM: [{ tag, getAttrs: anyOf }],
	toDOM: () => [tag, 0],
	...more,
})

const mark = (tags: string[], more: Partial<MarkSpec> = {}): MarkSpec => ({
	attrs: { tag: { default: tags[0] ?? '' } },
	parseDOM: tags.map((tag) => ({ tag, attrs: { tag } })),
	toDOM: ({ attrs: { tag } }) => [tag, 0],
	...more,
})

/** A heading of the page is not one of the article's, and there are no small ones. */
const levels: Record<string, number> = { h1: 2, h2: 2, h3: 3, h4: 4, h5: 4, h6: 4 }

const cellAttr = (name: string, rule: RegExp) => ({
	default: null,
	getFromDOM: (element: HTMLElement) => attrOf(element, name, rule),
})
const { table, table_row, table_cell, table_header } = tableNodes({
	tableGroup: 'block',
	cellContent: 'block+',
	cellAttributes: {
		scope: cellAttr('scope', /^(row|col)$/),
		id: cellAttr('id', anywhere.id),
		title: cellAttr('title', anywhere.title),
	},
})
const named = (spec: NodeSpec, tag: string): NodeSpec => ({
	...spec,
	attrs: anyAttrs,
	parseDOM: [{ tag, getAttrs: anyOf }],
})

/** What an article may consist of: what `CleanHTML` keeps. */
export const schema = new Schema({
	nodes: {
		doc: { content: 'block+' },
		paragraph: block('p', 'inline*'),
		heading: block('h2', 'inline*', {
			attrs: { ...anyAttrs, level: { default: 2 } },
			defining: true,
			parseDOM: Object.entries(levels).map(([tag, level]) => ({
				tag,
				getAttrs: (element: HTMLElement) => ({ ...anyOf(element), level }),
			})),
			toDOM: ({ attrs: { level } }) => [`h${level}`, 0],
		}),
		blockquote: block('blockquote', 'block+', { defining: true }),
		bullet_list: block('ul', 'list_item+'),
		ordered_list: block('ol', 'list_item+'),
		list_item: block('li', 'paragraph block*', { group: '', defining: true }),
		table: named(table, 'table'),
		table_row: named(table_row, 'tr'),
		table_cell,
		table_header,
		horizontal_rule: block('hr', '', { toDOM: () => ['hr'] }),
		hard_break: {
			inline: true,
			group: 'inline',
			selectable: false,
			parseDOM: [{ tag: 'br' }],
			toDOM: () => ['br'],
		},
		image: {
			inline: true,
			group: 'inline',
			draggable: true,
			attrs: { src: {}, alt: { default: '' }, width: {}, height: {} },
			parseDOM: [{ tag: 'img', getAttrs: pictureOf }],
			toDOM: ({ attrs }) => ['img', attrs],
		},
		text: { group: 'inline' },
	},
	marks: {
		link: {
			attrs: { ...anyAttrs, href: {} },
			inclusive: false,
			parseDOM: [
				{
					tag: 'a',
					getAttrs: (element: HTMLElement) => {
						const href = attrOf(element, 'href', kept)
						return href !== null && { ...anyOf(element), href }
					},
				},
			],
			toDOM: ({ attrs: { href } }) => ['a', { href }, 0],
		},
		bold: mark(['b', 'strong']),
		italic: mark(['i', 'em']),
		underline: mark(['u']),
		small: mark(['small']),
		sub: mark(['sub']),
		sup: mark(['sup']),
		code: mark(['code']),
	},
})

function pictureOf(element: HTMLElement): Attrs | false {
	const [src, width, height] = [
		attrOf(element, 'src', picture),
		attrOf(element, 'width', side),
		attrOf(element, 'height', side),
	]
	if (!(src && width && height)) return false
	return { src, width, height, alt: attrOf(element, 'alt', /^\P{Cc}{0,300}$/u) ?? '' }
}

/** Reads an article for editing. */
export const readHtml = (html: string): Node =>
	Reader.fromSchema(schema).parse(new DOMParser().parseFromString(html, 'text/html').body)

/** Writes an edited article as the server keeps it: cleaning changes nothing. */
export function writeHtml(doc: Node): string {
	const isEmpty = doc.childCount === 1 && doc.firstChild?.type === schema.nodes.paragraph && doc.content.size === 2
	return isEmpty ? '' : blocks(doc.children)
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&#34;', "'": '&#39;' }
const escaped = (text: string) => text.replace(/[&<>"']/g, (one) => escapes[one] ?? one)

/** The start of an element, with those of its attributes that are set. */
function start(tag: string, attrs: Attrs): string {
	const set = Object.entries(attrs).filter(([, value]) => value !== null)
	return `<${tag}${set.map(([name, value]) => ` ${name}="${escaped(String(value))}"`).join('')}>`
}

const tags: Record<string, string> = {
	paragraph: 'p',
	blockquote: 'blockquote',
	bullet_list: 'ul',
	ordered_list: 'ol',
	list_item: 'li',
	table: 'table',
	table_row: 'tr',
	table_cell: 'td',
	table_header: 'th',
	horizontal_rule: 'hr',
}

const blocks = (nodes: readonly Node[]): string => nodes.map(written).join('\n')

function written(node: Node): string {
	const { id, title, level, scope } = node.attrs
	const tag = tags[node.type.name] ?? `h${level}`
	const spans = Object.fromEntries(
		['colspan', 'rowspan'].map((name) => [name, node.attrs[name] > 1 ? node.attrs[name] : null]),
	)
	return `${start(tag, { id, title, scope: scope ?? null, ...spans })}${inside(node, tag)}`
}

function inside(node: Node, tag: string): string {
	if (tag === 'hr') return ''
	if (node.isTextblock) return `${inline(node)}</${tag}>`
	if (tag === 'tr') return `${node.children.map(written).join('')}</${tag}>`
	const [first, second] = node.children
	const isBare = first?.type === schema.nodes.paragraph && first.attrs.id === null && first.attrs.title === null
	const mayBeBare = ['li', 'td', 'th'].includes(tag) && second?.type !== schema.nodes.paragraph
	if (!(first && isBare && mayBeBare)) return `\n${blocks(node.children)}\n</${tag}>`
	return `${[inline(first), ...node.children.slice(1).map(written)].join('\n')}</${tag}>`
}

const startOf = ({ type, attrs }: Mark) =>
	type.name === 'link' ? start('a', { href: attrs.href, id: attrs.id, title: attrs.title }) : `<${attrs.tag}>`
const endOf = ({ type, attrs }: Mark) => `</${type.name === 'link' ? 'a' : attrs.tag}>`

/** Texts and pictures of a paragraph; a mark that goes on is not closed between them. */
function inline(node: Node): string {
	let html = ''
	let open: readonly Mark[] = []
	const goOn = (marks: readonly Mark[]) => {
		const same = open.findIndex((one, at) => !marks[at]?.eq(one))
		const shared = same < 0 ? open.length : same
		html += open.slice(shared).toReversed().map(endOf).join('') + marks.slice(shared).map(startOf).join('')
		open = marks
	}
	for (const child of node.children) {
		goOn(child.marks)
		if (child.isText) html += escaped(child.text ?? '')
		else if (child.type === schema.nodes.image) html += pictureTag(child.attrs)
		else html += '<br>'
	}
	goOn([])
	return html
}

const pictureTag = ({ src, alt, width, height }: Attrs) => start('img', { src, alt, width, height, loading: 'lazy' })
