// The calls a loader makes. Pages are rendered for nobody in particular, so no cookie and no token goes along:
// only the market, which is part of the address a page is cached under.
import { config } from '../../server/config.ts'
import { markIncomplete } from '../../server/outcome.ts'
import { type Call, createCall } from './call.ts'
import { countryOf } from './country.ts'
import { ResponseError } from './errors.ts'

export const publicOrigin = config.publicOrigin
/** Where browsers report their errors. */
export const errorsTo = config.sentryDsn

const calls = new Map<string, Call>()

/** The API as seen from the country of the request. */
export function apiFor(request: Request): Call {
	const country = countryOf(request)
	let call = calls.get(country)
	if (!call) {
		call = watched(createCall({ origin: config.apiOrigin, headers: { 'X-Country': country } }))
		calls.set(country, call)
	}
	return call
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
