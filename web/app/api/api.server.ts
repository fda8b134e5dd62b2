// The calls a loader makes. A page is rendered for all visitors of a market, so no cookie and no token is sent: only
// the market, which is part of the address a page is cached under.
import { type Brand, currentBrand, markAt, refreshBrand } from '../../server/brand.ts'
import { config } from '../../server/config.ts'
import { markIncomplete } from '../../server/incompleteResponse.ts'
import { type Call, createCall } from './call.ts'
import { countryOf } from './country.ts'
import { ResponseError } from './errors.ts'
import { renewAccess, renewedAccess } from './renewal.server.ts'
import { accessCookie, readCookie } from './session.ts'

/** Pages for developers are served too. */
export const isDevelopment = config.development

export const publicOrigin = config.publicOrigin
/** Where browsers report their errors. */
export const errorReportUrl = config.sentryDsn

/** Names the browser that made a guest's order. */
const guestCookie = 'guest'
/** Lets staff buy in a shop that is closed to others. */
const passCookie = 'pass'
const fromEdge: Record<string, string> = config.edgeSecret ? { 'X-Edge-Secret': config.edgeSecret } : {}

const calls = new Map<string, Call>()

/** The API as seen from the country of the request. */
export function apiForCountry(request: Request): Call {
	const country = countryOf(request)
	let call = calls.get(country)
	if (!call) {
		call = trackFailures(createCall({ origin: config.apiOrigin, headers: { 'X-Country': country, ...fromEdge } }))
		calls.set(country, call)
	}
	return call
}

/**
 * Calls the API for one visitor: with their session and their guest cookie. For actions, and for the pages of one
 * order, which are never shared. Cookies that the API sets are collected in `cookies`, to be sent with the response,
 * and are sent with the calls that follow: an order just made is this browser's at once. If the access token of a form
 * has expired, it is renewed and the calls are repeated once. `wasRefused` reports whether the token had expired and
 * could not be renewed.
 */
export function apiForVisitor(request: Request): { call: Call; cookies: string[]; wasRefused: () => boolean } {
	const given = request.headers.get('Cookie') ?? ''
	const access = renewedAccess() ?? readCookie(given, accessCookie)
	let guest = readCookie(given, guestCookie)
	const pass = readCookie(given, passCookie)
	// The edge puts the visitor's address first; the cache adds the edge's.
	const visitor = request.headers.get('X-Forwarded-For')?.split(',')[0]?.trim()
	/** Where the edge sees them; not the country they shop for. */
	const place = request.headers.get('X-Client-Country')
	const cookies: string[] = []
	let isRefused = false
	const visitorHeaders = {
		'X-Country': countryOf(request),
		...fromEdge,
		'X-Forwarded-Proto': new URL(config.publicOrigin).protocol.slice(0, -1),
		...(visitor && { 'X-Forwarded-For': visitor }),
		...(place && { 'X-Client-Country': place }),
	}
	let renewing: Promise<string | undefined> | undefined
	let token = access
	/** Repeats a refused call with a new token; if there is none, a read is repeated without a session. */
	async function again(onward: Request, refused: Response): Promise<Response> {
		renewing ??= renewAccess(request, visitorHeaders)
		token = (await renewing) ?? token
		if (token !== access) {
			onward.headers.set('Authorization', `Bearer ${token}`)
			return fetch(onward)
		}
		isRefused = true
		if (onward.method !== 'GET') return refused
		onward.headers.delete('Authorization')
		return fetch(onward)
	}
	const call = createCall({
		origin: config.apiOrigin,
		headers: visitorHeaders,
		async send(onward) {
			const onwardCookies = [guest && `${guestCookie}=${guest}`, pass && `${passCookie}=${pass}`].filter(Boolean)
			if (onwardCookies.length > 0) onward.headers.set('Cookie', onwardCookies.join('; '))
			if (token) onward.headers.set('Authorization', `Bearer ${token}`)
			let response = await fetch(onward.clone())
			if (response.status === 401 && token) response = await again(onward, response)
			const set = response.headers.getSetCookie()
			cookies.push(...set)
			for (const cookie of set) guest = readCookie(cookie, guestCookie) ?? guest
			return response
		},
	})
	return { call, cookies, wasRefused: () => isRefused }
}

/** Reads what the shop is called. Without a response the page has the name read last, and is not cached. */
export async function readBrand(): Promise<Brand> {
	try {
		return await refreshBrand()
	} catch {
		markIncomplete()
		return currentBrand()
	}
}
export { markAt }

/** A refusal is a response like any other; without a response the page is incomplete and must not be cached. */
function trackFailures(call: Call): Call {
	return async (...args) => {
		try {
			return await call(...args)
		} catch (error) {
			if (!(error instanceof ResponseError) || noResponseStatuses.has(error.status)) markIncomplete()
			throw error
		}
	}
}

const noResponseStatuses = new Set([408, 500, 502, 503, 504])
