// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'

// Who may import whom in console/app. Generated messages may be imported everywhere.
const mayImport: Record<string, string[]> = {
	routes: ['features', 'shell', 'kit', 'api'],
	features: ['kit', 'api'],
	'features/account': ['features/sign-in', 'kit', 'api'],
	'features/actions': ['features/refund', 'features/order', 'kit', 'api'],
	'features/audit': ['features/actions', 'features/queue', 'features/staff', 'kit', 'api'],
	'features/books': ['features/actions', 'kit', 'api'],
	'features/home': ['features/queue', 'features/order', 'kit', 'api'],
	'features/profit': ['features/books', 'features/home', 'features/order', 'kit', 'api'],
	'features/customers': ['features/actions', 'features/books', 'features/order', 'kit', 'api'],
	'features/catalog': ['features/order', 'features/prices', 'features/suppliers', 'kit', 'api'],
	'features/find': ['features/order', 'kit', 'api'],
	'features/prices': ['features/books', 'kit', 'api'],
	'features/recon': ['features/actions', 'features/books', 'features/order', 'kit', 'api'],
	'features/refund': ['features/order', 'kit', 'api'],
	'features/suppliers': ['features/order', 'kit', 'api'],
	'features/queue': ['features/actions', 'features/order', 'kit', 'api'],
	shell: ['features/find', 'features/sign-in', 'kit', 'api'],
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

/** app/features/order/x.ts is in the folder features/order of the zone features; app/root.tsx is in none. */
const folder = (file: string) => /^app\/(features\/[^/]+|[^/]+)\//.exec(file)?.[1] ?? ''
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

test('a component is PascalCase.tsx, a module camelCase, a page of a route kebab-case', () => {
	const route = /^[a-z]+(-[a-z]+)+\.tsx$/
	const other = /^([A-Z]\w*(\.test)?\.tsx|[a-z]\w*(\.test)?\.tsx?)$/
	const isNamedWell = (file: string) =>
		other.test(basename(file)) || (zone(file) === 'routes' && route.test(basename(file)))
	expect(files.filter((file) => zone(file) && !isNamedWell(file))).toEqual([])
})

test('a component never calls the client: hooks do', () => {
	const calls = written.filter((file) => file.endsWith('.tsx') && sources(file).includes('~/api/client.ts'))
	expect(calls.filter((file) => file !== 'app/shell/Shell.tsx')).toEqual([])
})
