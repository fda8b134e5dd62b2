// The calls a loader makes. Pages are rendered for nobody in particular, so no cookie and no token goes along:
// only the market, which is part of the address a page is cached under.
import { config } from '../../server/config.ts'
import { markIncomplete } from '../../server/incompleteResponse.ts'
import { type Call, createCall } from './call.ts'
import { countryOf } from './country.ts'
import { ResponseError } from './errors.ts'
import { accessCookie, readCookie } from './session.ts'

export const publicOrigin = config.publicOrigin
/** Where browsers report their errors. */
export const errorsTo = config.sentryDsn

/** Names the browser that made a guest's order. */
const guestCookie = 'guest'
const fromEdge: Record<string, string> = config.edgeSecret ? { 'X-Edge-Secret': config.edgeSecret } : {}

const calls = new Map<string, Call>()

/** The API as seen from the country of the request. */
export function apiFor(request: Request): Call {
	const country = countryOf(request)
	let call = calls.get(country)
	if (!call) {
		call = watched(createCall({ origin: config.apiOrigin, headers: { 'X-Country': country, ...fromEdge } }))
		calls.set(country, call)
	}
	return call
}

/**
 * The API as seen by the person who asks: with their session and their guest cookie. For actions, and for the pages of
 * one order, which are never shared. What the API wants the browser to remember is gathered in `cookies`, to be sent
 * along with the answer, and goes along with the calls that follow: an order just made is this browser's at once.
 * `wasRefused` tells whether the session's token had run out.
 */
export function apiAs(request: Request): { call: Call; cookies: string[]; wasRefused: () => boolean } {
	const given = request.headers.get('Cookie') ?? ''
	const access = readCookie(given, accessCookie)
	let guest = readCookie(given, guestCookie)
	// The edge names the visitor first; the cache adds the edge.
	const visitor = request.headers.get('X-Forwarded-For')?.split(',')[0]?.trim()
	/** Where the edge sees them; not the country they shop for. */
	const place = request.headers.get('X-Client-Country')
	const cookies: string[] = []
	let isRefused = false
	const call = createCall({
		origin: config.apiOrigin,
		headers: {
			'X-Country': countryOf(request),
			...fromEdge,
			'X-Forwarded-Proto': new URL(config.publicOrigin).protocol.slice(0, -1),
			...(visitor && { 'X-Forwarded-For': visitor }),
			...(place && { 'X-Client-Country': place }),
			...(access && { Authorization: `Bearer ${access}` }),
		},
		async send(onward) {
			if (guest) onward.headers.set('Cookie', `${guestCookie}=${guest}`)
			let response = await fetch(onward.method === 'GET' ? onward.clone() : onward)
			// A token that has run out is renewed by the browser alone. Until then the page shows what it may.
			if (response.status === 401 && onward.method === 'GET' && onward.headers.has('Authorization')) {
				isRefused = true
				onward.headers.delete('Authorization')
				response = await fetch(onward)
			}
			const set = response.headers.getSetCookie()
			cookies.push(...set)
			for (const cookie of set) guest = readCookie(cookie, guestCookie) ?? guest
			return response
		},
	})
	return { call, cookies, wasRefused: () => isRefused }
}

/** A refusal is an answer like any other; without any answer the page lacks something and must not be cached. */
function watched(call: Call): Call {
	return async (...asked) => {
		try {
			return await call(...asked)
		} catch (error) {
			if (!(error instanceof ResponseError) || silent.has(error.status)) markIncomplete()
			throw error
		}
	}
}

const silent = new Set([408, 500, 502, 503, 504])
