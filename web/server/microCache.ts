import { countryOf } from '../app/api/country.ts'
import { privatePath } from './privatePaths.ts'
import queries from './queries.json' with { type: 'json' }

type Handler = (request: Request) => Promise<Response>
interface Kept {
	until: number
	status: number
	headers: Array<[string, string]>
	body: ArrayBuffer
}

const room = 500
/**
 * The only query parameters that make another page; everything else is left out of the key and of the request. The
 * edge reads the same list.
 */
const meaningful = new Set(queries)

/** Pages of one person, whose query (a sign-in code, a payment's answer) is theirs, and the router's own questions. */
const untouched = (path: string) => path.startsWith('/__manifest') || privatePath.test(path)

/**
 * Renders each shared page once at a time, so that a crowd arriving together, or an edge that has just lost its copy,
 * costs one render. Keeps it for `keepFor` milliseconds: not at all behind a cache that is told of changed prices,
 * because it would fetch the old page again.
 */
export function microCache(handle: Handler, keepFor: number, now: () => number = Date.now): Handler {
	const pages = new Map<string, Kept>()
	const rendering = new Map<string, Promise<Kept | Response>>()

	async function renderPage(key: string, request: Request): Promise<Kept | Response> {
		const response = await handle(request)
		if (response.status !== 200 || !response.headers.get('Cache-Control')?.startsWith('public')) return response
		const kept: Kept = {
			until: now() + keepFor,
			status: response.status,
			headers: [...response.headers],
			body: await response.arrayBuffer(),
		}
		if (keepFor === 0) return kept
		pages.delete(key)
		pages.set(key, kept)
		// The oldest goes: a Map remembers the order of arrival.
		if (pages.size > room) pages.delete(pages.keys().next().value as string)
		return kept
	}

	return async (request) => {
		if (request.method !== 'GET' || untouched(new URL(request.url).pathname)) return handle(request)
		const plain = withoutNoise(request)
		const key = `${countryOf(plain)} ${plain.url}`
		const kept = pages.get(key)
		if (kept && kept.until > now()) return answer(kept)
		const running = rendering.get(key)
		if (running) {
			const result = await running
			// What may not be shared is rendered for each who asked.
			return result instanceof Response ? handle(plain) : answer(result)
		}
		const mine = renderPage(key, plain).finally(() => rendering.delete(key))
		rendering.set(key, mine)
		const result = await mine
		return result instanceof Response ? result : answer(result)
	}
}

function answer({ status, headers, body }: Kept): Response {
	return new Response(body, { status, headers })
}

function withoutNoise(request: Request): Request {
	const url = new URL(request.url)
	for (const name of [...url.searchParams.keys()]) {
		if (!meaningful.has(name)) url.searchParams.delete(name)
	}
	url.searchParams.sort()
	return url.href === request.url ? request : new Request(url, request)
}
