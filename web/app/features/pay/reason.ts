import { ResponseError } from '~/api/errors.ts'
import { m } from '~/paraglide/messages.js'

/** No answer at all: the request may have arrived, so nothing is said about the money. */
const silent = new Set([408, 502, 503, 504])

/** Why a form was refused: the server's message, if there is one. */
export function reasonOf(error: unknown, field?: string): string {
	if (!(error instanceof ResponseError)) throw error
	const said = (field && error.field(field)) || error.detail
	return said ?? (silent.has(error.status) ? m['connection.no_answer']() : m['pay_page.failed']())
}
