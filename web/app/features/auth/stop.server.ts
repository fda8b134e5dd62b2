import { showEmailStop, stopEmailChange } from '@larek/api/store/sdk.gen.ts'
import { apiForVisitor } from '~/api/api.server.ts'
import { ResponseError } from '~/api/errors.ts'
import { m } from '~/paraglide/messages.js'

type Failed = { failed: string | null }

/** Whose account a letter to an old address is about. It changes nothing. */
export async function look(request: Request, token: string): Promise<{ nickname: string } | Failed> {
	try {
		return await apiForVisitor(request).call(showEmailStop, { body: { token } })
	} catch (error) {
		return refused(error)
	}
}

export async function stop(request: Request): Promise<{ done: true } | Failed> {
	const token = String((await request.formData()).get('token') ?? '')
	try {
		await apiForVisitor(request).call(stopEmailChange, { body: { token } })
		return { done: true }
	} catch (error) {
		return refused(error)
	}
}

function refused(error: unknown): Failed {
	if (!(error instanceof ResponseError)) return { failed: null }
	// The server found no token in it: there are no fields here that a person could check.
	if (error.problem?.code === 'invalid') return { failed: m['stop.broken_link']() }
	return { failed: error.detail ?? null }
}
