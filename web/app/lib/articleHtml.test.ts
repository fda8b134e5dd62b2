import { expect, test } from 'vitest'
import { excerpt, prepareArticle, splitMail } from './articleHtml.ts'

test('headings get anchors and make the table of contents', () => {
	const { html, headings } = prepareArticle(
		'<p>Начало</p><h2>1. Предмет</h2><p>…</p><h2 class="x">Игра &amp; <b>ключ</b></h2>',
	)
	expect(headings).toEqual([
		{ id: 'section-1', text: '1. Предмет' },
		{ id: 'section-2', text: 'Игра & ключ' },
	])
	expect(html).toContain('<h2 id="section-1">1. Предмет</h2>')
	expect(html).toContain('<h2 id="section-2">Игра &amp; <b>ключ</b></h2>')
})

test('a wide table scrolls in its own frame', () => {
	expect(prepareArticle('<table><tr><td>1</td></tr></table>').html).toBe(
		'<div class="scroll-x" tabindex="0"><table><tr><td>1</td></tr></table></div>',
	)
})

test('addresses become links, but not inside tags and not twice', () => {
	expect(prepareArticle('<p title="a@b.example">Почта: help@larek.example.</p>').html).toBe(
		'<p title="a@b.example">Почта: <a href="mailto:help@larek.example">help@larek.example</a>.</p>',
	)
	const made = '<a href="mailto:help@larek.example">help@larek.example</a>'
	expect(prepareArticle(made).html).toBe(made)
})

test('the description is the first paragraph, cut between words', () => {
	expect(excerpt('<h2>Глава</h2><p>Коротко &mdash; <b>ясно</b>.</p>')).toContain('ясно.')
	const long = excerpt(`<p>${'слово '.repeat(60)}</p>`)
	expect(long.length).toBeLessThanOrEqual(161)
	expect(long).toMatch(/слово…$/)
})

test('a contact line is split around its addresses', () => {
	expect(splitMail('Поддержка: help@larek.example, ежедневно.')).toEqual([
		{ text: 'Поддержка: ', mail: false },
		{ text: 'help@larek.example', mail: true },
		{ text: ', ежедневно.', mail: false },
	])
})
