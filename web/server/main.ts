// The storefront's server in production: assets, health, pages. In development `npm run dev` replaces it.
import { readFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import { createRequestListener } from '@remix-run/node-fetch-server'
import { createRequestHandler, type ServerBuild } from 'react-router'
import { assets } from './assets.ts'
import { iconOf } from './brand.ts'
import { closedShop, passOf } from './closedShop.ts'
import { config, missingSettings } from './config.ts'
import { skipCacheIfIncomplete } from './incompleteResponse.ts'
import { microCache } from './microCache.ts'
import { withPayloads } from './payload.ts'
import { proxy } from './proxy.ts'
import { warmUp } from './warmUp.ts'

const missing = missingSettings(process.env)
if (missing.length > 0) {
	console.error(['web: these settings are missing:', ...missing].join('\n  '))
	process.exit(1)
}

// Through a variable, because it exists only after a build.
const built = new URL('../build/server/index.js', import.meta.url).href
const build: ServerBuild = await import(built)

const version = readFileSync(new URL('../build/version', import.meta.url), 'utf8')

const origin = new URL(config.publicOrigin)
const render = skipCacheIfIncomplete(withPayloads(build, createRequestHandler(build, 'production')))
const cached = microCache(render, config.pageTTL)
// What staff see of a closed shop is for nobody else.
const pages = createRequestListener(
	closedShop((request) => (passOf(request) ? render : cached)(request)),
	{
		host: origin.host,
		protocol: origin.protocol,
		onError(error) {
			console.error(error)
			return new Response('Internal Server Error', { status: 500 })
		},
	},
)
const files = assets()

let leaving = false
const server = createServer((request, response) => {
	// On every response, whatever made it: a redirect, an error, a file.
	response.setHeader('X-Content-Type-Options', 'nosniff')
	response.setHeader('X-Version', version)
	if (request.url === '/healthz') {
		log(response, leaving ? 503 : 200)
	} else if (request.url === '/readyz') {
		apiAnswers().then((yes) => log(response, yes ? 200 : 503))
	} else if (config.proxy && /^\/(api|media)\//.test(request.url ?? '')) {
		proxy(request, response)
	} else {
		iconOf(request.url ?? '').then((icon) => {
			if (icon) redirect(response, icon)
			else files(request, response, () => pages(request, response))
		})
	}
})

/** To an icon of this shop, until it has another. */
function redirect(response: ServerResponse, to: string): void {
	response.writeHead(302, { Location: to, 'Cache-Control': 'public, max-age=0, s-maxage=60', xkey: 'brand' }).end()
}

function log(response: ServerResponse, status: number): void {
	response.writeHead(status, { 'Content-Type': 'text/plain', 'Cache-Control': 'no-store' }).end(`${status}\n`)
}

/** While it does not, the edge serves cached pages rather than request new ones. */
async function apiAnswers(): Promise<boolean> {
	try {
		return (await fetch(`${config.apiOrigin}/healthz`, { signal: AbortSignal.timeout(1_500) })).ok
	} catch {
		return false
	}
}

// Longer than the edge holds idle connections, so that the edge never finds one closed.
server.keepAliveTimeout = 75_000
// It listens as soon as it answers fast: a balancer that asks /healthz sends no visitor before that.
const warmPages = 20
const from = performance.now()
const rendered = await warmUp(render, `${origin.origin}/ru`, warmPages, 10_000)
console.log(`rendered ${rendered} pages in ${Math.round(performance.now() - from)} ms`)
server.listen(config.port, config.host, () => console.log(`storefront on http://${config.host}:${config.port}`))

// A balancer notices by /healthz that this copy leaves, and asks the others. Until then it
// gets answers here; a request that hangs does not keep the copy for ever.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
	process.once(signal, () => {
		leaving = true
		setTimeout(() => {
			server.close(() => process.exit(0))
			server.closeIdleConnections()
		}, config.drainMs)
		setTimeout(() => process.exit(0), config.drainMs + 20_000).unref()
	})
}
