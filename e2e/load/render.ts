// An uncached render, with everything our server adds to a finished tree (whole document, deferred scripts, hashes of
// the policy), against bare renderToPipeableStream of the same tree with the same data.
import { createRequire } from 'node:module'
import { Writable } from 'node:stream'
import { pathToFileURL } from 'node:url'

const least = 0.8
const rounds = 12
const each = 40
const web = createRequire(new URL('../../web/package.json', import.meta.url))
const load = (name: string) => import(pathToFileURL(web.resolve(name)).href)

interface Context {
	serverHandoffStream?: ReadableStream<Uint8Array>
	renderMeta?: object
}
type Rendering = [request: Request, status: number, headers: Headers, context: Context, ...rest: unknown[]]
const { createElement } = await load('react')
const { renderToPipeableStream } = (await load('react-dom/server')).default
const { createRequestHandler, ServerRouter } = await load('react-router')
const build = await import(new URL('../../web/build/server/index.js', import.meta.url).href)

/** Loads a page's data on the server once and returns the arguments of its last step, the render. */
async function capture(path: string): Promise<() => Rendering> {
	let seen: Rendering | undefined
	const module = {
		...build.entry.module,
		default: (...given: Rendering) => {
			seen = given
			return new Response()
		},
	}
	const handle = createRequestHandler({ ...build, entry: { ...build.entry, module } }, 'production')
	await handle(new Request(`${process.env.PUBLIC_ORIGIN}${path}`))
	if (seen?.[1] !== 200) throw new Error(`${path} answered ${seen?.[1]}`)
	const [request, status, headers, context, ...rest] = seen
	// The data goes into the document through a stream that can be read once.
	const data = await new Response(context.serverHandoffStream).bytes()
	return () => {
		const serverHandoffStream = new Response(data).body ?? undefined
		return [request, status, new Headers(headers), { ...context, renderMeta: {}, serverHandoffStream }, ...rest]
	}
}

async function ours(given: Rendering): Promise<void> {
	const response = await build.entry.module.default(...given)
	await response.arrayBuffer()
}

function bare([request, , , context]: Rendering): Promise<void> {
	return new Promise((resolve, reject) => {
		const sink = new Writable({
			write: (_part, _encoding, done) => done(),
			final: (done) => {
				done()
				resolve()
			},
		})
		const stream = renderToPipeableStream(createElement(ServerRouter, { context, url: request.url }), {
			onAllReady: () => stream.pipe(sink),
			onShellError: reject,
		})
	})
}

async function time(render: (given: Rendering) => Promise<void>, given: () => Rendering): Promise<number> {
	const from = process.cpuUsage()
	for (let i = 0; i < each; i++) await render(given())
	const { user, system } = process.cpuUsage(from)
	return (user + system) / each / 1000
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

const ratios: number[] = []
for (const path of ['/ru', '/ru/games/1', '/ru/gifts']) {
	const given = await capture(path)
	for (let i = 0; i < 3; i++) {
		await time(ours, given)
		await time(bare, given)
	}
	const pairs: Array<[ours: number, bare: number]> = []
	for (let i = 0; i < rounds; i++) {
		const [a, b] = [await time(ours, given), await time(bare, given)]
		const [c, d] = [await time(bare, given), await time(ours, given)]
		pairs.push([a, b], [d, c])
	}
	ratios.push(...pairs.map(([o, b]) => b / o))
	const [mine, theirs] = [0, 1].map((i) => median(pairs.map((pair) => pair[i] ?? 0)).toFixed(2))
	const ratio = median(pairs.map(([o, b]) => b / o)).toFixed(3)
	console.log(`uncached ${path}: ours ${mine} CPU-ms, bare renderToPipeableStream ${theirs}, ratio ${ratio}`)
}
const ratio = median(ratios)
console.log(`uncached, all: ratio ${ratio.toFixed(3)} (at least ${least})`)
process.exit(ratio < least ? 1 : 0)
