// The server speaks snake_case, the generated client camelCase. Names of a request are mapped inside fetch, those of a
// response after the client has parsed it (`responseTransformer`), so that it is parsed once. The contract has no
// objects keyed by data, so every key may be mapped by rule.

export type Fetch = (request: Request) => Promise<Response>

export function camelName(name: string): string {
	return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

export function snakeName(name: string): string {
	return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

const camelNames = new Map<string, string>()

/** The name of the contract's field in camelCase; there are few hundred, and each is found out once. */
function knownCamelName(name: string): string {
	let camel = camelNames.get(name)
	if (camel === undefined) {
		camel = camelName(name)
		camelNames.set(name, camel)
	}
	return camel
}

/** A parsed response with its names in camelCase; `check` sees every object on the way and may throw. */
export function toCamelCase(value: unknown, check?: (object: Record<string, unknown>) => void): unknown {
	return mapKeys(value, knownCamelName, check)
}

export function toSnakeCase(value: unknown): unknown {
	return mapKeys(value, snakeName)
}

/** Wraps a fetch so that callers write camelCase and the wire sees snake_case; a JSON response is there as a whole. */
export function snakeCaseFetch(send: Fetch = (request) => fetch(request)): Fetch {
	return async (request) => wholeResponse(await send(await snakeRequest(request)))
}

function mapKeys(
	value: unknown,
	rename: (name: string) => string,
	check?: (object: Record<string, unknown>) => void,
): unknown {
	if (Array.isArray(value)) return value.map((item) => mapKeys(item, rename, check))
	if (value === null || typeof value !== 'object') return value
	const mapped: Record<string, unknown> = {}
	for (const [key, item] of Object.entries(value)) mapped[rename(key)] = mapKeys(item, rename, check)
	check?.(mapped)
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

/** Reads the body while the caller still limits the time and retries. */
async function wholeResponse(response: Response): Promise<Response> {
	if (!response.headers.get('Content-Type')?.includes('json')) return response
	const { status, statusText } = response
	const text = await response.text()
	const headers = new Headers(response.headers)
	// Both headers describe the bytes on the wire, which these no longer are.
	headers.delete('Content-Length')
	headers.delete('Content-Encoding')
	return new Response(text, { status, statusText, headers })
}
