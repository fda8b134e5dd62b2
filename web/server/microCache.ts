import { countryOf } from '../app/api/country.ts'
import { fullPathHeader } from '../app/api/notFound.ts'
import { privatePath } from './privatePaths.ts'
import queries from './queries.json' with { type: 'json' }

type Handler = (request: Request) => Promise<Response>
interface CachedPage {
	until: number
	status: number
	headers: Array<[string, string]>
	body: ArrayBuffer
}

const maxPages = 500
/**
 * The only query parameters that make another page; everything else is left out of the key and of the request. The
 * edge reads the same list.
 */
const meaningful = new Set(queries)

/** Private pages, whose query (a sign-in code, a payment's result) is private too, and the router's own requests. */
const untouched = (path: string) => path.startsWith('/__manifest') || privatePath.test(path)

/**
 * Renders each shared page once at a time, so that concurrent requests, or an edge that has just dropped the page,
 * cost one render. Caches it for `ttl` milliseconds: not at all behind a cache that is purged when prices change,
 * because it would fetch the old page again.
 */
export function microCache(handle: Handler, ttl: number, now: () => number = Date.now): Handler {
	const pages = new Map<string, CachedPage>()
	const rendering = new Map<string, Promise<CachedPage | Response>>()

	async function renderPage(key: string, request: Request): Promise<CachedPage | Response> {
		const response = await handle(request)
		if (response.status !== 200 || !response.headers.get('Cache-Control')?.startsWith('public')) return response
		const cached: CachedPage = {
			until: now() + ttl,
			status: response.status,
			headers: [...response.headers],
			body: await response.arrayBuffer(),
		}
		if (ttl === 0) return cached
		pages.delete(key)
		pages.set(key, cached)
		// The oldest is removed: a Map preserves the order of insertion.
		if (pages.size > maxPages) pages.delete(pages.keys().next().value as string)
		return cached
	}

	return async (request) => {
		if (request.method !== 'GET' || untouched(new URL(request.url).pathname)) return handle(request)
		const plain = withoutNoise(request)
		const key = `${countryOf(plain)} ${plain.url}`
		const cached = pages.get(key)
		if (cached && cached.until > now()) return toResponse(cached)
		const running = rendering.get(key)
		if (running) {
			const result = await running
			// What may not be shared is rendered for each request.
			return result instanceof Response ? handle(plain) : toResponse(result)
		}
		const mine = renderPage(key, plain).finally(() => rendering.delete(key))
		rendering.set(key, mine)
		const result = await mine
		return result instanceof Response ? result : toResponse(result)
	}
}

function toResponse({ status, headers, body }: CachedPage): Response {
	return new Response(body, { status, headers })
}

function withoutNoise(request: Request): Request {
	const url = new URL(request.url)
	for (const name of [...url.searchParams.keys()]) {
		if (!meaningful.has(name)) url.searchParams.delete(name)
	}
	url.searchParams.sort()
	if (url.href === request.url) return request
	const plain = new Request(url, request)
	if (!plain.headers.has(fullPathHeader)) plain.headers.set(fullPathHeader, request.url.slice(url.origin.length))
	return plain
}
