// @vitest-environment node
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compile } from '@inlang/paraglide-js'
import { messageByKey } from '@larek/shared/messageByKey.ts'
import { readMessages, writePlainMessages } from '@larek/tooling/plainMessages.ts'
import { expect, test } from 'vitest'
import { onlyRussian, showMissingKeys } from './missingKeys.ts'

test('Missing translation key: the key itself is shown', () => {
	const code = showMissingKeys("m['shop.name']() + m['no.such']({ count })", new Set(['shop.name']))
	expect(code).toBe("m['shop.name']() + (() => 'no.such')({ count })")
	expect(messageByKey({ done: () => 'Готово' }, 'unheard_of')).toBe('unheard_of')
})

test('every message of both languages is known', () => {
	expect(showMissingKeys("m['errors.not_found']() + m['home.back_btn']()")).toBe(
		"m['errors.not_found']() + m['home.back_btn']()",
	)
})

test('a message of words alone is written where it is used, called or named', () => {
	const messages = { nav: { games: 'Игры «и» "ещё"', found: 'Найдено {count}', many: [{ match: {} }] } }
	expect(writePlainMessages("[m['nav.games'](), m['nav.games']]", messages)).toBe(
		String.raw`["Игры «и» \"ещё\"", (() => "Игры «и» \"ещё\"")]`,
	)
	const rest = "m['nav.found']({ count }) + m['nav.many']({ count }) + m['nav']() + m['no.such.key']()"
	expect(writePlainMessages(rest, messages)).toBe(rest)
})

test('texts of several files are one tree', async () => {
	const root = await mkdtemp(join(tmpdir(), 'larek-messages-'))
	const files = [`${root}/ru.json`, `${root}/ru.more.json`]
	await writeFile(files[0] ?? '', '{ "nav": { "games": "Игры" }, "only": "Одно" }')
	await writeFile(files[1] ?? '', '{ "nav": { "gifts": "Подарки" } }')
	expect(readMessages(files)).toEqual({ nav: { games: 'Игры', gifts: 'Подарки' }, only: 'Одно' })
})

test('fallback locale en-US: a message without a Russian text is shown in English', async () => {
	const root = await mkdtemp(join(tmpdir(), 'larek-messages-'))
	await mkdir(`${root}/messages`)
	await mkdir(`${root}/project.inlang`)
	const settings = await readFile('project.inlang/settings.json', 'utf8')
	await writeFile(
		`${root}/project.inlang/settings.json`,
		settings.replace('../node_modules', `${process.cwd()}/../node_modules`),
	)
	await writeFile(`${root}/messages/en-US.json`, '{ "only": "In English" }')
	await writeFile(`${root}/messages/ru.json`, '{ "both": "По-русски" }')
	const outdir = `${root}/out`
	await compile({
		project: `${root}/project.inlang`,
		outdir,
		strategy: ['baseLocale'],
		experimentalStaticLocale: '"ru"',
	})
	const module = `${outdir}/messages/only.js`
	await writeFile(module, onlyRussian(await readFile(module, 'utf8')))
	expect((await import(module)).only()).toBe('In English')
})
