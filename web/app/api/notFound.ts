import { data } from 'react-router'
import { ResponseError } from './errors.ts'

/** What a loader throws for an address that leads nowhere. */
export function pageNotFound(request: Request) {
	const url = new URL(request.url)
	const path = url.pathname.replace(/\.data$/, '') + url.search
	return data({ message: `Page Not Found: ${path}`, path }, { status: 404, statusText: 'Not Found' })
}

/** Too slow and too many say nothing about whether the thing exists. */
const passing = [408, 429]

/** A refusal with 4xx means there is no such thing; anything else stays the failure it is. */
export function missingIf4xx(error: unknown, request: Request): never {
	if (error instanceof ResponseError && error.status >= 400 && error.status < 500 && !passing.includes(error.status))
		throw pageNotFound(request)
	throw error instanceof ResponseError
		? data({ message: error.message }, { status: error.status, statusText: error.response.statusText })
		: error
}
