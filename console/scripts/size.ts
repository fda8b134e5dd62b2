// What a page of the console fetches before it works, brotli: scripts and styles of the first load, and the part that
// comes with the page alone. A release leaves the file of packages in the caches of browsers: the rest of the first load
// is what every operator fetches again. Fails when one is over its budget.
import { readdirSync, readFileSync, statSync } from 'node:fs'

const firstLoadBudget = 242_000
const releaseBudget = 74_000
const pageBudget = 20_000

interface Route {
	id: string
	parentId?: string
	path?: string
	index?: boolean
	module: string
	imports?: string[]
	css?: string[]
}
interface Manifest {
	entry: { module: string; imports: string[] }
	routes: Record<string, Route>
	url: string
}

const assets = 'build/client/assets'
const name = readdirSync(assets).find((file) => /^manifest-\w+\.js$/.test(file))
if (!name) throw new Error('the console is not built')
const text = readFileSync(`${assets}/${name}`, 'utf8')
const manifest = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as Manifest

const filesOf = (route?: Route) => (route ? [route.module, ...(route.imports ?? []), ...(route.css ?? [])] : [])
const sizeOf = (file: string) => statSync(`build/client${file.replace(/^\/console/, '')}.br`).size
const sum = (files: Iterable<string>) => [...new Set(files)].reduce((bytes, file) => bytes + sizeOf(file), 0)
const kilobytes = (bytes: number) => (bytes / 1000).toFixed(1).padStart(6)

const document = readFileSync('build/client/index.html', 'utf8')
const linked = [...document.matchAll(/(?:href|src)="(\/console\/[^"]+\.(?:js|css))"/g)].map(([, file = '']) => file)
const shared = new Set([...linked, manifest.entry.module, ...manifest.entry.imports])

let over = false
for (const route of Object.values(manifest.routes)) {
	if (Object.values(manifest.routes).some((other) => other.parentId === route.id)) continue
	const above = new Set(shared)
	const path = [route.path ?? '']
	for (let at = manifest.routes[route.parentId ?? '']; at; at = manifest.routes[at.parentId ?? '']) {
		for (const file of filesOf(at)) above.add(file)
		path.unshift(at.path ?? '')
	}
	const own = sum(filesOf(route).filter((file) => !above.has(file)))
	const whole = sum([...above, ...filesOf(route)])
	const released = sum([...above, ...filesOf(route)].filter((file) => !/\/vendor-[\w-]+\.js$/.test(file)))
	const tooBig = own > pageBudget || released > releaseBudget || whole > firstLoadBudget
	over ||= tooBig
	console.log(
		`${kilobytes(whole)} KB at first, ${kilobytes(released)} KB of a release, ${kilobytes(own)} KB its own  /console/${path.filter(Boolean).join('/')}${tooBig ? '  OVER' : ''}`,
	)
}
if (over) process.exit(1)
