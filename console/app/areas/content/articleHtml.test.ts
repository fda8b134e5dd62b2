import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { addressOf, readHtml, writeHtml } from './articleHtml.ts'

const root = '../'
const read = (path: string) => readFileSync(root + path, 'utf8')

interface Agreed {
	html: string[]
	links: Record<string, string>
	refused: string[]
}
/** What the server keeps as it is: its own test reads the same file. */
const agreed = JSON.parse(read('internal/content/testdata/editor.json')) as Agreed

const saved = (html: string) => writeHtml(readHtml(html))

test.each(agreed.html)('the editor writes what the server keeps: %s', (html) => {
	expect(saved(html)).toBe(html)
})

test.each(readdirSync(`${root}db/seed/articles`))('%s is the same after it was opened and saved', (name) => {
	const html = read(`db/seed/articles/${name}`)
		.replace(/^<!--.*-->\n/, '')
		.replace(/\n+/g, '\n') // empty lines between paragraphs
		.trim()
	expect(saved(html)).toBe(html)
})

test.each(Object.entries(agreed.links))('a link to %s is a link to %s', (typed, address) => {
	expect(addressOf(typed)).toBe(address)
	expect(addressOf(address)).toBe(address)
})

test.each(agreed.refused)('there is no link to %j', (typed) => {
	expect(addressOf(typed)).toBeUndefined()
})

test('of a foreign page the text is taken, and nothing that the server would take out', () => {
	const pasted = `<style>p {}</style><div style="color: red"><h1>Шапка</h1><p class="a" onclick="b()">Текст
		<span>дальше</span> <a href="javascript:b()">сюда</a><img src="https://evil.example/a.png"></p></div>`
	expect(saved(pasted)).toBe('<h2>Шапка</h2>\n<p>Текст дальше сюда</p>')
})

test('an article without text is empty', () => {
	expect(saved('')).toBe('')
})
