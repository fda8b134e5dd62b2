import { createStaticHandler, type ServerBuild } from 'react-router'
import { privatePage } from '../app/lib/caching.ts'
import { cacheablePages } from './cacheablePages.ts'
import { commonHeaders } from './security.ts'

type Handler = (request: Request) => Promise<Response>

const suffix = '/_payload.json'

/** Answers `{path}/_payload.json` with what the page's loader gives, and lets it be cached as the page itself is. */
export function withPayloads(build: Pick<ServerBuild, 'routes'>, handle: Handler): Handler {
	const { query } = createStaticHandler(cacheablePages(build).map((page) => ({ ...page, id: page.path })))
	return async (request) => {
		const url = new URL(request.url)
		if (!url.pathname.endsWith(suffix)) return handle(request)
		url.pathname = url.pathname.slice(0, -suffix.length)
		const found = await query(new Request(url, { headers: request.headers, signal: request.signal }))
		// A page that redirects has no data of its own.
		if (found instanceof Response) return refusal(404)
		if (found.errors) return refusal(found.statusCode)
		const id = found.matches.at(-1)?.route.id ?? ''
		const headers = found.loaderHeaders[id]
		if (!headers?.get('Cache-Control')?.startsWith('public')) return refusal(404)
		return json(200, found.loaderData[id], headers)
	}
}

function refusal(status: number): Response {
	const problem =
		status < 500
			? { code: 'not_found', detail: 'Такой страницы нет или её данные не отдаются отдельно.', fields: [] }
			: { code: 'unavailable', detail: 'Данные страницы временно недоступны.', fields: [] }
	return json(status < 500 ? 404 : 503, problem, new Headers({ 'Cache-Control': privatePage }))
}

function json(status: number, body: unknown, given: Headers): Response {
	const headers = new Headers([...commonHeaders(), ['X-Robots-Tag', 'noindex']])
	for (const name of ['Cache-Control', 'xkey']) {
		const value = given.get(name)
		if (value) headers.set(name, value)
	}
	return Response.json(body, { status, headers })
}
