import { m } from '~/paraglide/messages.js'

/** The body of every error response. */
export interface ProblemBody {
	code: string
	detail: string
	/** What is wrong with one field of the request. A missing permission is named as the code of the field `permission`. */
	fields?: { field: string; code?: string; detail: string }[]
}

/** The server answered, but not with 200 to 299. */
export class ResponseError extends Error {
	override name = 'ResponseError'
	status: number
	body: ProblemBody | null
	requestId: string | undefined

	constructor(status: number, body: ProblemBody | null, requestId?: string) {
		super(`Response ${status}${body ? ` ${body.code}` : ''}`)
		this.status = status
		this.body = body
		this.requestId = requestId
	}
}

/** There was no response, so the request may or may not have had an effect. */
export class NoAnswerError extends Error {
	override name = 'NoAnswerError'
}

/** Returns an error as a message for the operator. */
export interface Problem {
	/** 0 without an answer. */
	status: number
	code: string
	text: string
	fields: { field: string; detail: string }[]
	needs?: string
	requestId?: string
	/** The server stopped a search that matched too many rows. */
	isTooBroad: boolean
}

export function problemOf(error: unknown): Problem {
	if (error instanceof ResponseError) {
		const { status, body, requestId } = error
		const fields = body?.fields ?? []
		return {
			status,
			code: body?.code ?? '',
			text: body?.detail || sentence(status),
			fields: fields.filter(({ field }) => field !== 'permission'),
			needs: fields.find(({ field }) => field === 'permission')?.code,
			requestId,
			isTooBroad: body?.code === 'report.too_broad',
		}
	}
	const text = error instanceof NoAnswerError ? m['errors.no_answer']() : m['errors.unknown']()
	return { status: 0, code: '', text, fields: [], isTooBroad: false }
}

function sentence(status: number): string {
	if (status === 403) return m['errors.forbidden']()
	if (status === 404) return m['errors.not_found']()
	if (status === 409) return m['errors.conflict']()
	if (status === 429) return m['errors.too_many']()
	return status >= 500 ? m['errors.server']() : m['errors.unknown']()
}
