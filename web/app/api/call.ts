import { type Fetch, wireFetch } from './caseMapping.ts'
import { RequiredError, ResponseError } from './errors.ts'
import { type Client, createClient, createConfig } from './gen/client/index.ts'
import type { Problem } from './gen/types.gen.ts'
import { required } from './required.gen.ts'
import type { Renewal, Session } from './session.ts'
import { type Interceptor, transport } from './transport.ts'
import { assertKnownVariants } from './variants.ts'

export interface Calling {
	/** Where the API is, e.g. `https://larek.example`. */
	origin: string
	/** Headers of every request. */
	headers?: Record<string, string>
	/** Present in the browser only. */
	session?: Session
	/** The server has closed the shop to this person and says why. */
	onNoAccess?: (detail: string) => void
	send?: Fetch
	interceptors?: Interceptor[]
}

type DataOf<R> = R extends Promise<infer U> ? (U extends { data: infer D } ? Exclude<D, undefined> : never) : never
type Operation = (options: never) => Promise<unknown>

/** Calls an operation of the contract and gives its answer, or throws one of errors.ts. */
export type Call = <F extends Operation>(operation: F, ...options: Parameters<F>) => Promise<DataOf<ReturnType<F>>>

export function createCall(calling: Calling): Call {
	const client = checking(
		createClient(
			createConfig({ baseUrl: calling.origin, headers: calling.headers, fetch: pipeline(calling) as typeof fetch }),
		),
	)
	return async (operation, ...[options]) => {
		const whole = { ...((options ?? {}) as object), client, throwOnError: true }
		return ((await operation(whole as never)) as { data: never }).data
	}
}

function pipeline(calling: Calling): Fetch {
	const send = authorised(transport(wireFetch(calling.send), calling.interceptors), calling)
	return async (request) => {
		const response = await send(request)
		if (!response.ok) throw refusal(response, await readProblem(response), calling)
		if (response.headers.get('Content-Type')?.includes('json')) assertKnownVariants(await response.clone().json())
		return response
	}
}

function refusal(response: Response, problem: Problem | null, calling: Calling): ResponseError {
	if (problem?.code === 'no_access' && problem.detail) calling.onNoAccess?.(problem.detail)
	return new ResponseError(response, problem)
}

async function readProblem(response: Response): Promise<Problem | null> {
	const body: unknown = await response
		.clone()
		.json()
		.catch(() => null)
	if (body === null || typeof body !== 'object' || !('code' in body)) return null
	return { detail: '', fields: [], ...body } as unknown as Problem
}

/** Sends the bearer token; after a 401 has the refresh token in its cookie traded and repeats the request once. */
function authorised(send: Fetch, calling: Calling): Fetch {
	const { session, origin } = calling
	if (!session) return send
	const bearer = (request: Request, access = session.access) => {
		if (access) request.headers.set('Authorization', `Bearer ${access}`)
		return request
	}
	const trade = async (): Promise<Renewal> => {
		const response = await send(
			new Request(`${origin}/api/auth/jwt/refresh/`, {
				method: 'POST',
				headers: { 'Content-Type': 'application/json' },
				body: '{}',
			}),
		)
		if (response.ok) return (await response.json()) as { access: string }
		refusal(response, await readProblem(response), calling)
		return { status: response.status }
	}
	return async (request) => {
		const used = session.access
		const response = await send(bearer(request.clone(), used))
		if (response.status !== 401 || !used || !(await session.renew(used, trade))) return response
		return send(bearer(request))
	}
}

type Method = 'get' | 'post'
type Parts = { url: string; path?: object; query?: object; body?: unknown }

/** Refuses to send a request that lacks a required parameter. */
function checking(client: Client): Client {
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
