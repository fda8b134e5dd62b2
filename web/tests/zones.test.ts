import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'

// Who may import whom in web/app. Generated messages may be imported everywhere.
const below = ['entities', 'components', 'api', 'lib']
const mayImport: Record<string, string[]> = {
	routes: ['features', ...below],
	features: below,
	entities: ['entities/cart', 'entities/session', 'components', 'api', 'lib'],
	components: ['components', 'lib'],
	api: ['api', 'lib'],
	lib: ['lib'],
}

const root = join(import.meta.dirname, '..')
const isGenerated = (file: string) => /^app\/paraglide\/|\.gen\.ts$/.test(file)
const all = readdirSync(join(root, 'app'), { recursive: true, encoding: 'utf8' }).map((path) => `app/${path}`)
const files = all.filter((path) => /\.tsx?$/.test(path) && !isGenerated(path))
const serverFiles = readdirSync(join(root, 'server')).map((path) => `server/${path}`)
const text = new Map([...files, ...serverFiles].map((file) => [file, readFileSync(join(root, file), 'utf8')]))
const written = files.filter((file) => !/\.(test|fixture)\.tsx?$/.test(file))

const importPattern = /(?:from|import)\s*\(?\s*'([~.][^']*)'/g
const imports = (file: string) =>
	[...(text.get(file) ?? '').matchAll(importPattern)]
		.map(([, path = '']) =>
			path[0] === '~' ? path.replace('~', 'app') : relative(root, join(root, dirname(file), path)),
		)
		.filter((path) => !isGenerated(path) && !path.includes('/+types/'))

/** app/features/pay/x.ts is in the folder features/pay of the zone features; app/root.tsx is in none. */
const folder = (file: string) => /^app\/((?:features|entities)\/[^/]+|[^/]+)\//.exec(file)?.[1] ?? ''
const zone = (file: string) => folder(file).split('/')[0] ?? ''

function isAllowed(from: string, to: string) {
	if (!zone(from)) return true
	// Tests may read the examples of the contract.
	if (to.startsWith('../api/examples/')) return from.includes('.test.')
	if (to.startsWith('server/')) return from.endsWith('.server.ts')
	if (folder(from) === folder(to)) return true
	return (mayImport[zone(from)] ?? []).some((name) => name === zone(to) || name === folder(to))
}

test('a file imports only from the zones below its own', () => {
	const refused = (from: string) => imports(from).filter((to) => !isAllowed(from, to))
	const wrong = files.flatMap((from) => refused(from).map((to) => `${from} → ${to}`))
	expect(wrong).toEqual([])
})

test.each([
	['features/pay/a.ts', 'app/features/order/b.ts'],
	['components/a.tsx', 'app/entities/cart/b.ts'],
	['entities/order/a.ts', 'app/entities/catalog/b.ts'],
	['lib/a.ts', 'app/api/b.ts'],
	['api/a.ts', 'server/b.ts'],
])('%s may not import %s', (from, to) => {
	expect(isAllowed(`app/${from}`, to)).toBe(false)
})

test('no imports form a cycle, in the app and its server', () => {
	const cycles = new Set<string>()
	const done = new Set<string>()
	const walk = (file: string, way: string[]) => {
		const at = way.indexOf(file)
		if (at >= 0) cycles.add([...way.slice(at)].sort().join(', '))
		if (at >= 0 || done.has(file)) return
		for (const next of imports(file)) walk(next, [...way, file])
		done.add(file)
	}
	for (const file of [...written, ...serverFiles]) walk(file, [])
	expect([...cycles]).toEqual([])
})

test('a component is PascalCase.tsx, a module camelCase.ts, a route kebab-case', () => {
	const route = /^[a-z]+(-[a-z]+)*(\.test)?\.tsx?$/
	const other = /^([A-Z]\w*(\.test)?\.tsx|[a-z]\w*(\.(client|server|fixture|d))?(\.ts|\.test\.tsx?))$/
	const isNamedWell = (file: string) => (zone(file) === 'routes' ? route : other).test(basename(file))
	expect(files.filter((file) => zone(file) && !isNamedWell(file))).toEqual([])
})

test('nothing reads what React keeps to itself', () => {
	const internals = /_valueTracker|__reactFiber|__reactProps|__SECRET_INTERNALS|__CLIENT_INTERNALS/
	expect(written.filter((file) => internals.test(text.get(file) ?? ''))).toEqual([])
})

test('addresses of pages are made by href(), not written', () => {
	const comments = /\/\*[\s\S]*?\*\//g
	const count = (file: string) =>
		text
			.get(file)
			?.replace(comments, '')
			.match(/(?<!href\(\s*)["'`]\/ru(?![\w-])/g)?.length ?? 0
	const found = written.map((file) => [file, count(file)] as const).filter(([, times]) => times > 0)
	expect(found).toEqual([])
})
