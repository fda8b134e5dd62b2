import type { Fetch } from '@larek/api/caseMapping.ts'
import { FetchError } from './errors.ts'

export const timeout = 30_000
export const retryWaits = [1_000, 2_000]

/** Receives a failed request and may return a response instead of the server's. */
export type Interceptor = (error: unknown) => Response | undefined

export const interceptors: Interceptor[] = [
	(error) => (isAbort(error) ? new Response(null, { status: 408, statusText: 'Request Timeout' }) : undefined),
	// fetch reports every failed connection as a TypeError.
	(error) =>
		error instanceof TypeError ? new Response(null, { status: 503, statusText: 'Service Unavailable' }) : undefined,
]

/** Adds to a fetch the timeout, synthetic responses for failures, and the two retries of a GET. */
export function transport(send: Fetch, alternatives: Interceptor[] = interceptors): Fetch {
	return async (request) => {
		for (let attempt = 0; ; attempt++) {
			const response = await once(send, request, alternatives)
			const wait = retryWaits[attempt]
			if (response.status !== 503 || request.method !== 'GET' || wait === undefined) return response
			await pause(wait, request.signal)
		}
	}
}

async function once(send: Fetch, request: Request, alternatives: Interceptor[]): Promise<Response> {
	const limit = new AbortController()
	const timer = setTimeout(() => limit.abort(new DOMException('Request Timeout', 'TimeoutError')), timeout)
	try {
		return await send(new Request(request.clone(), { signal: AbortSignal.any([request.signal, limit.signal]) }))
	} catch (error) {
		const reason = limit.signal.aborted || request.signal.aborted ? new DOMException('', 'AbortError') : error
		for (const alternative of alternatives) {
			const response = alternative(reason)
			if (response) return response
		}
		throw new FetchError(error)
	} finally {
		clearTimeout(timer)
	}
}

function isAbort(error: unknown): boolean {
	return error instanceof DOMException && error.name === 'AbortError'
}

/** Waits, but no longer than the caller does. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
	if (signal.aborted) return Promise.resolve()
	return new Promise((resolve) => {
		const timer = setTimeout(done, ms)
		function done() {
			clearTimeout(timer)
			signal.removeEventListener('abort', done)
			resolve()
		}
		signal.addEventListener('abort', done)
	})
}
