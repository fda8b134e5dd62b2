import type { Problem } from '@larek/api/store/types.gen.ts'

/** The server answered, but not with 200 to 299. */
export class ResponseError extends Error {
	override name = 'ResponseError'
	response: Response
	/** What the server said, when it said it in the agreed form. */
	problem: Problem | null

	constructor(response: Response, problem: Problem | null) {
		super('Response returned an error code')
		this.response = response
		this.problem = problem
	}

	get status(): number {
		return this.response.status
	}

	/** The message for users, or nothing when the server sent none. */
	get detail(): string | undefined {
		return this.problem?.detail || undefined
	}

	/** The sentence about one field of the request, e.g. `email`. */
	field(name: string): string | undefined {
		return this.problem?.fields.find((one) => one.field === name)?.detail
	}
}

/** There was no response and no interceptor returned one. */
export class FetchError extends Error {
	override name = 'FetchError'

	constructor(cause: unknown) {
		super('The request failed and the interceptors did not return an alternative response', { cause })
	}
}

/** A call was made without a required parameter. */
export class RequiredError extends Error {
	override name = 'RequiredError'
	field: string

	constructor(field: string, call: string) {
		super(`Required parameter ${field} was null or undefined when calling ${call}`)
		this.field = field
	}
}

/** The server sent a variant this build does not know. */
export class UnknownVariantError extends Error {
	override name = 'UnknownVariantError'

	constructor(resourcetype: unknown) {
		super(`No variant exists with resourcetype '${String(resourcetype)}'`)
	}
}
