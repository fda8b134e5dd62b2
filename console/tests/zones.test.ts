// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'

// Who may import whom in console/app. Generated messages may be imported everywhere.
const mayImport: Record<string, string[]> = {
	areas: ['common', 'kit', 'api'],
	'areas/catalog': ['areas/prices', 'areas/suppliers', 'common', 'kit', 'api'],
	'areas/recon': ['areas/books', 'common', 'kit', 'api'],
	shell: ['areas/account', 'common', 'kit', 'api'],
	common: ['kit', 'api'],
	kit: ['api'],
	api: [],
}

const root = join(import.meta.dirname, '..')
const isGenerated = (file: string) => /^app\/paraglide\//.test(file)
const all = readdirSync(join(root, 'app'), { recursive: true, encoding: 'utf8' }).map((path) => `app/${path}`)
const files = all.filter((path) => /\.tsx?$/.test(path) && !isGenerated(path))
const text = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]))
const written = files.filter((file) => !/\.test\.tsx?$/.test(file))

const sources = (file: string) =>
	[...(text.get(file) ?? '').matchAll(/(?:from|import)\s*\(?\s*'([~.@][^']*)'/g)].map(([, path = '']) => path)
const imports = (file: string) =>
	sources(file)
		.filter((path) => /^[~.]/.test(path))
		.map((path) => (path[0] === '~' ? path.replace('~', 'app') : relative(root, join(root, dirname(file), path))))
		.filter((path) => !isGenerated(path) && !path.includes('/+types/'))

/** app/areas/orders/x.ts is in the folder areas/orders of the zone areas; app/root.tsx is in none. */
const folder = (file: string) => /^app\/(areas\/[^/]+|[^/]+)\//.exec(file)?.[1] ?? ''
const zone = (file: string) => folder(file).split('/')[0] ?? ''

function isAllowed(from: string, to: string) {
	if (!zone(from) || folder(from) === folder(to)) return true
	return (mayImport[folder(from)] ?? mayImport[zone(from)] ?? []).some(
		(name) => name === zone(to) || name === folder(to),
	)
}

test('a file imports only from the zones below its own', () => {
	const refused = (from: string) => imports(from).filter((to) => !to.endsWith('.css?url') && !isAllowed(from, to))
	expect(written.flatMap((from) => refused(from).map((to) => `${from} → ${to}`))).toEqual([])
})

test('no imports form a cycle', () => {
	const cycles = new Set<string>()
	const done = new Set<string>()
	const walk = (file: string, way: string[]) => {
		const at = way.indexOf(file)
		if (at >= 0) cycles.add([...way.slice(at)].sort().join(', '))
		if (at >= 0 || done.has(file)) return
		for (const next of imports(file)) walk(next, [...way, file])
		done.add(file)
	}
	for (const file of written) walk(file, [])
	expect([...cycles]).toEqual([])
})

test('a component is PascalCase.tsx, a module camelCase', () => {
	const isNamedWell = (file: string) => /^([A-Z]\w*(\.test)?\.tsx|[a-z]\w*(\.test)?\.tsx?)$/.test(basename(file))
	expect(files.filter((file) => zone(file) && !isNamedWell(file))).toEqual([])
})

test('a component never calls the client: hooks do', () => {
	const calls = written.filter((file) => file.endsWith('.tsx') && sources(file).includes('~/api/client.ts'))
	expect(calls.filter((file) => file !== 'app/shell/Shell.tsx')).toEqual([])
})

test('no write takes its version from a row that is read again while the dialog is open', () => {
	// What is pressed later gets the version its dialog was opened with; drafts keep the one they were started from.
	const late = /run=\{[^}]*[vV]ersion: (?!saved)\w+\??\.\w*[vV]ersion/
	const found = written.filter((file) => late.test(text.get(file) ?? ''))
	expect(found).toEqual([])
})
