// The server speaks snake_case, the generated client camelCase. The names are mapped inside fetch, because the
// client validates a response before any transformer of its own runs. The contract has no objects keyed by data,
// so every key may be mapped by rule.

export type Fetch = (request: Request) => Promise<Response>

export function camelName(name: string): string {
	return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

export function snakeName(name: string): string {
	return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

export function toCamelCase(value: unknown): unknown {
	return mapKeys(value, camelName)
}

export function toSnakeCase(value: unknown): unknown {
	return mapKeys(value, snakeName)
}

/** Wraps a fetch so that callers see camelCase and the wire sees snake_case. */
export function caseMappingFetch(send: Fetch = (request) => fetch(request)): Fetch {
	return async (request) => camelResponse(await send(await snakeRequest(request)))
}

function mapKeys(value: unknown, rename: (name: string) => string): unknown {
	if (Array.isArray(value)) return value.map((item) => mapKeys(item, rename))
	if (value === null || typeof value !== 'object') return value
	const mapped: Record<string, unknown> = {}
	for (const [key, item] of Object.entries(value)) mapped[rename(key)] = mapKeys(item, rename)
	return mapped
}

async function snakeRequest(request: Request): Promise<Request> {
	const headers = new Headers(request.headers)
	const body = await snakeBody(request)
	// A form gets a new boundary, which only the new request has.
	if (body instanceof FormData) headers.delete('Content-Type')
	return new Request(snakeQuery(request.url), {
		method: request.method,
		headers,
		body,
		signal: request.signal,
		credentials: request.credentials,
		cache: request.cache,
		redirect: request.redirect,
		keepalive: request.keepalive,
	})
}

function snakeQuery(address: string): string {
	const url = new URL(address)
	const query = new URLSearchParams()
	for (const [name, value] of url.searchParams) query.append(snakeName(name), value)
	url.search = query.toString()
	return url.href
}

async function snakeBody(request: Request): Promise<BodyInit | null> {
	if (request.body === null) return null
	const type = request.headers.get('Content-Type') ?? ''
	if (type.includes('json')) return JSON.stringify(toSnakeCase(await request.json()))
	if (type.startsWith('multipart/form-data')) {
		const form = new FormData()
		for (const [name, value] of await request.formData()) form.append(snakeName(name), value)
		return form
	}
	return request.arrayBuffer()
}

async function camelResponse(response: Response): Promise<Response> {
	if (!response.headers.get('Content-Type')?.includes('json')) return response
	const text = await response.text()
	const headers = new Headers(response.headers)
	// Both headers describe the bytes on the wire, which these no longer are.
	headers.delete('Content-Length')
	headers.delete('Content-Encoding')
	return new Response(text && JSON.stringify(toCamelCase(JSON.parse(text))), {
		status: response.status,
		statusText: response.statusText,
		headers,
	})
}
