// @vitest-environment node
import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

const files = (await readdir('app', { recursive: true })).filter(
	(file) => /\.tsx?$/.test(file) && !/\.test\.|^paraglide|^api\//.test(file),
)
const texts = new Map(
	await Promise.all(files.map(async (file) => [file, await readFile(`app/${file}`, 'utf8')] as const)),
)

/** Those that call the API in a browser other than from a route. */
const exceptions = [
	'entities/cart/fetchSellable.ts',
	'entities/session/fetchProfile.ts',
	'entities/session/signOut.ts',
	'entities/session/startSignIn.ts',
	'features/home/subscribeLiveFeed.ts',
	'features/order/readPicture.ts',
	'features/order/repeat.ts',
	'features/shell/BasketSheet.tsx',
	'features/shell/chooseCountry.ts',
]

test('data are loaded and changed by routes; the exceptions are those of the README', async () => {
	const callers = files.filter((file) => texts.get(file)?.includes("'~/api/browser.ts'"))
	expect(callers.filter((file) => !/^routes\/|\.client\.ts$/.test(file)).sort()).toEqual(exceptions)
	const readme = await readFile('README.md', 'utf8')
	for (const file of exceptions) expect(readme).toContain(`${file.replace(/^.*\//, '')}\``)
})

test('what is for browsers is asked for by routes, and for a live order by its stream', () => {
	const importers = files.filter(
		(file) => !/^routes\/|\.client\.ts$/.test(file) && /^(?!import type).*\.client\.ts'/m.test(texts.get(file) ?? ''),
	)
	expect(importers.sort()).toEqual(['entities/order/useLiveOrder.ts'])
})

test('addresses of pages are made by href()', () => {
	const written = files.filter(
		(file) =>
			!/fixture|^routes\.ts$/.test(file) && /(?<!href\()['"`]\/ru[/'"`?#]/.test(withoutComments(texts.get(file) ?? '')),
	)
	expect(written).toEqual([])
})

const withoutComments = (code: string) => code.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
