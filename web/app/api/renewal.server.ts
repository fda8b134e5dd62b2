// A form sent without scripts by a user whose access token has expired: the page server exchanges the refresh token for
// them, as the browser would, and sends both new cookies with its response.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { MiddlewareFunction } from 'react-router'
import { config } from '../../server/config.ts'
import { retryAfter } from './call.ts'
import { exchangeRefreshToken, pause, type RefreshResult } from './refreshToken.ts'
import { accessCookieText, readCookie } from './session.ts'

const isSecure = new URL(config.publicOrigin).protocol === 'https:'
const refreshCookie = isSecure ? '__Host-refresh' : 'refresh'

interface PendingResponse {
	cookies: string[]
	/** The access token that was traded in while the request is answered. */
	access?: string
}

const pendingResponses = new AsyncLocalStorage<PendingResponse>()

/** Adds the cookies that calls have set to the response, whatever kind of response it becomes. */
export const sendCookies: MiddlewareFunction<Response> = (_, next) => {
	const cookies: string[] = []
	return pendingResponses.run({ cookies }, async () => {
		const response = await next()
		for (const cookie of cookies) response.headers.append('Set-Cookie', cookie)
		return response
	})
}

/** Signs the sender of this form in: the cookie goes with the answer. */
export function setAccessCookie(access: string): void {
	pendingResponses.getStore()?.cookies.push(accessCookieText(access, isSecure))
}

/** The page drawn after a form has the token its action was given; the request still carries the old one. */
export function renewedAccess(): string | undefined {
	return pendingResponses.getStore()?.access
}

/**
 * Returns a new access token for the sender of this form, or undefined. Never for a page that is only read: those are
 * answered from caches, and an exchanged token whose cookie gets lost signs its owner out.
 */
export async function renewAccess(request: Request, headers: Record<string, string>): Promise<string | undefined> {
	const pending = pendingResponses.getStore()
	const token = readCookie(request.headers.get('Cookie') ?? '', refreshCookie)
	if (request.method === 'GET' || !pending || !token) return undefined
	let set: string[] = []
	const attempt = async (): Promise<RefreshResult> => {
		const response = await fetch(`${config.apiOrigin}/api/auth/jwt/refresh/`, {
			method: 'POST',
			headers: { ...headers, ...browserHeaders(request), Cookie: `${refreshCookie}=${token}` },
			body: '{}',
			signal: AbortSignal.timeout(5_000),
		}).catch(() => new Response(null, { status: 503 }))
		if (!response.ok) return { status: response.status, retryAfter: retryAfter(response) }
		set = response.headers.getSetCookie()
		return (await response.json()) as { access: string }
	}
	const result = await exchangeRefreshToken(attempt, pause)
	if ('access' in result) {
		pending.cookies.push(...set, accessCookieText(result.access, isSecure))
		pending.access = result.access
		return result.access
	}
	if (result.status === 400) pending.cookies.push(accessCookieText('', isSecure))
	return undefined
}

/** The API requires that the request comes from one of our pages and from the same device. */
function browserHeaders(request: Request): Record<string, string> {
	const sent: Record<string, string> = { 'Content-Type': 'application/json' }
	for (const name of ['Origin', 'Sec-Fetch-Site', 'User-Agent']) {
		const value = request.headers.get(name)
		if (value) sent[name] = value
	}
	return sent
}
