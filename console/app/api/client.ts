// The API client. Screens use hooks of their queries.ts, which use this.

import { snakeCaseFetch, toCamelCase } from '@larek/api/caseMapping.ts'
import { createClient, createConfig } from '@larek/api/store/client/index.ts'
import { keepPreviousData, type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { isIdle } from './activity.ts'
import { NoAnswerError, type ProblemBody, ResponseError } from './problem.ts'

/** The timeout of a request. */
const timeout = 30_000

type Operation = (options: never) => Promise<unknown>
type DataOf<R> = R extends Promise<infer U> ? (U extends { data: infer D } ? Exclude<D, undefined> : never) : never
type BodyOf<F extends Operation> = Parameters<F>[0] extends { body?: infer B } ? B : never
type PathOf<F extends Operation> = Parameters<F>[0] extends { path: infer P } ? P : never

/** Calls an operation of the contract and returns its answer; throws ResponseError or NoAnswerError. */
export async function call<F extends Operation>(
	operation: F,
	...[options]: Parameters<F>
): Promise<DataOf<ReturnType<F>>> {
	const whole = { ...((options ?? {}) as object), client: browser(), throwOnError: true }
	return ((await operation(whole as never)) as { data: never }).data
}

/** Reads an operation under a key; the request is cancelled when nobody needs it any more. */
export const useRead = <F extends Operation>(
	queryKey: QueryKey,
	operation: F,
	request: Parameters<F>[0],
	options?: Omit<UseQueryOptions<DataOf<ReturnType<F>>>, 'queryKey' | 'queryFn'>,
) =>
	useQuery<DataOf<ReturnType<F>>>({
		...options,
		queryKey,
		queryFn: ({ signal }) => (call as (...all: unknown[]) => never)(operation, { ...(request as object), signal }),
	})

/** Reads a list or a calculation; shows the previous answer until the one for the new filter or cursor is there. */
export const usePage: typeof useRead = (queryKey, operation, request, options) =>
	useRead(queryKey, operation, request, { placeholderData: keepPreviousData, ...options })

/** A write of a body with its key, as useAction sends it. */
export const sender =
	<F extends Operation>(operation: F) =>
	(body: BodyOf<F>, key: string) =>
		call(operation, ...([{ body, headers: withKey(key) }] as unknown as Parameters<F>))

/** A write of a body to one thing with its key; `name` is what the contract calls the thing in the path. */
export const senderTo =
	<F extends Operation, N extends keyof PathOf<F> = 'id' & keyof PathOf<F>>(operation: F, name = 'id' as N) =>
	(id: PathOf<F>[N], body: BodyOf<F>, key: string) =>
		call(operation, ...([{ path: { [name]: id }, body, headers: withKey(key) }] as unknown as Parameters<F>))

let made: ReturnType<typeof createClient> | undefined

function browser() {
	made ??= createClient(
		createConfig({
			baseUrl: location.origin,
			fetch: send as typeof fetch,
			responseTransformer: async (data) => toCamelCase(data),
		}),
	)
	return made
}

/** The header of a write: the same key has one effect. */
export const withKey = (key: string) => ({ 'Idempotency-Key': key })

const overTheWire = snakeCaseFetch(async (request) => {
	if (request.method !== 'GET') request.headers.set('X-Console', '1')
	else if (isIdle()) request.headers.set('X-Background', '1')
	const limit = AbortSignal.timeout(timeout)
	try {
		return await fetch(new Request(request, { signal: AbortSignal.any([request.signal, limit]) }))
	} catch (error) {
		if (request.signal.aborted) throw error
		throw new NoAnswerError('No answer', { cause: error })
	}
})

async function send(request: Request): Promise<Response> {
	const response = await overTheWire(request)
	if (response.ok) return response
	const body = await readProblem(response)
	// The edge answers so when it does not reach the API: the API itself may have acted.
	if (body?.code === 'unavailable' && request.method !== 'GET') throw new NoAnswerError('No answer')
	if (body?.code.startsWith('console.')) for (const listener of listeners) listener(body.code)
	throw new ResponseError(response.status, body, response.headers.get('X-Request-Id') ?? undefined)
}

async function readProblem(response: Response): Promise<ProblemBody | null> {
	const body = toCamelCase(await response.json().catch(() => null))
	return body !== null && typeof body === 'object' && 'code' in body ? (body as ProblemBody) : null
}

const listeners = new Set<(code: string) => void>()

/** Reports refusals that are about the session: over, locked, a proof is due. */
export function onSessionRefusal(listener: (code: string) => void): () => void {
	listeners.add(listener)
	return () => listeners.delete(listener)
}
