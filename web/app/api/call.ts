import { type Fetch, snakeCaseFetch, toCamelCase } from '@larek/api/caseMapping.ts'
import { type Client, createClient, createConfig } from '@larek/api/store/client/index.ts'
import { required } from '@larek/api/store/required.gen.ts'
import type { Problem } from '@larek/api/store/types.gen.ts'
import { RequiredError, ResponseError } from './errors.ts'
import type { RefreshResult } from './refreshToken.ts'
import type { Session } from './session.ts'
import { type Interceptor, transport } from './transport.ts'
import { assertKnownVariant } from './variants.ts'

export interface ClientConfig {
	/** Where the API is, e.g. `https://larek.example`. */
	origin: string
	/** Headers of every request. */
	headers?: Record<string, string>
	/** Present in the browser only. */
	session?: Session
	/** The server has barred this user and says why. */
	onNoAccess?: (detail: string) => void
	send?: Fetch
	interceptors?: Interceptor[]
}

type DataOf<R> = R extends Promise<infer U> ? (U extends { data: infer D } ? Exclude<D, undefined> : never) : never
type Operation = (options: never) => Promise<unknown>

/** Calls an operation of the contract and returns its response, or throws an error of errors.ts. */
export type Call = <F extends Operation>(operation: F, ...options: Parameters<F>) => Promise<DataOf<ReturnType<F>>>

export function createCall(config: ClientConfig): Call {
	const client = requireParameters(
		createClient(
			createConfig({
				baseUrl: config.origin,
				headers: config.headers,
				fetch: pipeline(config) as typeof fetch,
				responseTransformer: async (data) => toCamelCase(data, assertKnownVariant),
			}),
		),
	)
	return async (operation, ...[options]) => {
		const whole = { ...((options ?? {}) as object), client, throwOnError: true }
		return ((await operation(whole as never)) as { data: never }).data
	}
}

function pipeline(config: ClientConfig): Fetch {
	const send = authorised(transport(snakeCaseFetch(config.send), config.interceptors), config)
	return async (request) => {
		const response = await send(request)
		if (!response.ok) throw refusal(response, await readProblem(response), config)
		return response
	}
}

function refusal(response: Response, problem: Problem | null, config: ClientConfig): ResponseError {
	if (problem?.code === 'no_access' && problem.detail) config.onNoAccess?.(problem.detail)
	return new ResponseError(response, problem)
}

async function readProblem(response: Response): Promise<Problem | null> {
	const body: unknown = await response
		.clone()
		.json()
		.catch(() => null)
	if (body === null || typeof body !== 'object' || !('code' in body)) return null
	return { detail: '', fields: [], ...(toCamelCase(body) as object) } as unknown as Problem
}

/** Sends the bearer token; after a 401 exchanges the refresh token of the cookie and repeats the request once. */
function authorised(send: Fetch, config: ClientConfig): Fetch {
	const { session, origin } = config
	if (!session) return send
	const bearer = (request: Request, access = session.access) => {
		if (access) request.headers.set('Authorization', `Bearer ${access}`)
		return request
	}
	const exchange = async (): Promise<RefreshResult> => {
		const response = await send(
			new Request(`${origin}/api/auth/jwt/refresh/`, {
				method: 'POST',
				headers: { 'Content-Type': 'application/json' },
				body: '{}',
			}),
		)
		if (response.ok) return (await response.json()) as { access: string }
		const problem = await readProblem(response)
		refusal(response, problem, config)
		return { status: response.status, retryAfter: retryAfter(response), isFinal: problem?.code === 'no_access' }
	}
	return async (request) => {
		const used = session.access
		const response = await send(bearer(request.clone(), used))
		if (response.status !== 401 || !used || !(await session.renew(used, exchange))) return response
		return send(bearer(request))
	}
}

/** How long a busy server asks to wait, in milliseconds. */
export function retryAfter(response: Response): number | undefined {
	const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN)
	return Number.isFinite(seconds) ? seconds * 1_000 : undefined
}

type Method = 'get' | 'post'
type Parts = { url: string; path?: object; query?: object; body?: unknown }

/** Refuses to send a request that lacks a required parameter. */
function requireParameters(client: Client): Client {
	const checked = (method: Method) => (options: Parts) => {
		const call = `${method.toUpperCase()} ${options.url}`
		const given = { ...(options.body as object), ...options.query, ...options.path } as Record<string, unknown>
		const inPath = [...options.url.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')
		for (const name of [...inPath, ...(required[call] ?? [])]) {
			if (given[name] === null || given[name] === undefined) throw new RequiredError(name, call)
		}
		return client[method](options as never)
	}
	return { ...client, get: checked('get') as Client['get'], post: checked('post') as Client['post'] }
}
