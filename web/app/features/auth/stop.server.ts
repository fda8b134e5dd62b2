import { apiAs } from '~/api/api.server.ts'
import { ResponseError } from '~/api/errors.ts'
import { showEmailStop, stopEmailChange } from '~/api/gen/sdk.gen.ts'

type Failed = { failed: string | null }

/** Whose account a letter to an old address is about. It changes nothing. */
export async function look(request: Request, token: string): Promise<{ nickname: string } | Failed> {
	try {
		return await apiAs(request).call(showEmailStop, { body: { token } })
	} catch (error) {
		return refused(error)
	}
}

export async function stop(request: Request): Promise<{ done: true } | Failed> {
	const token = String((await request.formData()).get('token') ?? '')
	try {
		await apiAs(request).call(stopEmailChange, { body: { token } })
		return { done: true }
	} catch (error) {
		return refused(error)
	}
}

const refused = (error: unknown): Failed => ({ failed: (error instanceof ResponseError && error.detail) || null })
