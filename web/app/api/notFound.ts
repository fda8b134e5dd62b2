import { data } from 'react-router'
import { ResponseError } from './errors.ts'

/** Where a cache says which address was asked for, when it has left parameters out; read for the 404 page alone. */
export const fullPathHeader = 'X-Full-Path'

/** The address as the visitor sees it: with every parameter, and without what the router adds to its own requests. */
function fullPath({ url, headers }: Request): string {
	const asked = headers.get(fullPathHeader) ?? url.slice(new URL(url).origin.length)
	return asked
		.replace(/\.data(?=\?|$)/, '')
		.replace(/([?&])_routes=[^&]*&?/, '$1')
		.replace(/[?&]$/, '')
}

/** What a loader throws for an address that does not exist. */
export function pageNotFound(request: Request) {
	const path = fullPath(request)
	return data({ message: `Page Not Found: ${path}`, path }, { status: 404, statusText: 'Not Found' })
}

/** A timeout (408) and too many requests (429) do not mean that the thing does not exist. */
const temporary = [408, 429]

/** A refusal with 4xx means that the thing does not exist; any other failure is rethrown. */
export function notFoundIf4xx(error: unknown, request: Request): never {
	if (error instanceof ResponseError && error.status >= 400 && error.status < 500 && !temporary.includes(error.status))
		throw pageNotFound(request)
	throw error instanceof ResponseError
		? data({ message: error.message }, { status: error.status, statusText: error.response.statusText })
		: error
}
