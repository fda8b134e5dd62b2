import { expect, test } from 'vitest'
import { showLetter } from './letterFrame.ts'

const html = `<html><head><style>p { margin: 0 }</style></head><body class="page" style="color: red"><p style="margin: 4px">style=&#34;x&#34;</p><a href="https://larek.example/secret" style="color: blue">Открыть</a></body></html>`

test('a letter looks as its markup says, and its links lead nowhere', () => {
	const page = document.implementation.createHTMLDocument('')
	showLetter(page, html)
	expect(page.body.className).toBe('page')
	expect(page.body.style.color).toBe('red')
	expect(page.querySelector('p')?.style.margin).toBe('4px')
	expect(page.querySelector('p')?.textContent).toBe('style="x"')
	expect(page.querySelector('a')?.hasAttribute('href')).toBe(false)
	expect(page.querySelector('[data-style], style')).toBeNull()
})
